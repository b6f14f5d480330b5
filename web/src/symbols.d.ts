declare module "virtual:symbols" {
  export const svg: string;
  export const names: string[];
  export const same: Record<string, string>;
}

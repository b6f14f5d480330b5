export function sprite(): { svg: string; names: string[]; same: Record<string, string> };
export function id(name: string): string;

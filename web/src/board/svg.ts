// Making SVG elements without ceremony.

const NS = "http://www.w3.org/2000/svg";
type Value = string | number | null | undefined;
type Attrs = Record<string, Value>;

export function el<K extends keyof SVGElementTagNameMap>(
  name: K,
  attrs: Attrs = {},
  children: (SVGElement | string)[] = [],
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attrs))
    if (key === "style" && value) node.style.cssText = String(value);
    else if (value !== null && value !== undefined) node.setAttribute(key, String(value));
  for (const child of children) node.append(child);
  return node;
}

export const group = (cls: string, children: SVGElement[] = []): SVGGElement => el("g", { class: cls }, children);

/** Groups that are drawn when they are first wanted: numbers, names, textures and the relief of thousands of hexes. */
const deferred = new WeakMap<Element, () => void>();

export function drawNow(wanted: Element | null): void {
  const draw = wanted && deferred.get(wanted);
  if (!draw) return;
  deferred.delete(wanted);
  draw();
}

export function later(cls: string, draw: (into: SVGElement) => void): SVGElement {
  const made = group(cls);
  deferred.set(made, () => draw(made));
  return made;
}

/** A number short enough for an attribute. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

export type Point = readonly [number, number];

export function pathOf(points: readonly Point[], closed = true): string {
  if (!points.length) return "";
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** A ring sector between two radii and two angles (turns, 0 at the top, clockwise). */
export function sector(cx: number, cy: number, r0: number, r1: number, a0: number, a1: number): string {
  const at = (r: number, a: number): string =>
    `${n(cx + r * Math.sin(a * 2 * Math.PI))} ${n(cy - r * Math.cos(a * 2 * Math.PI))}`;
  if (a1 - a0 > 0.999) {
    const circle = (r: number, sweep: number): string =>
      r <= 0 ? "" : `M${at(r, 0)}A${n(r)} ${n(r)} 0 0 ${sweep} ${at(r, 0.5)}A${n(r)} ${n(r)} 0 0 ${sweep} ${at(r, 0)}Z`;
    return circle(r1, 1) + circle(r0, 0);
  }
  const big = a1 - a0 > 0.5 ? 1 : 0;
  return (
    `M${at(r1, a0)}A${n(r1)} ${n(r1)} 0 ${big} 1 ${at(r1, a1)}` +
    (r0 > 0 ? `L${at(r0, a1)}A${n(r0)} ${n(r0)} 0 ${big} 0 ${at(r0, a0)}Z` : `L${n(cx)} ${n(cy)}Z`)
  );
}

/** A small number from a text, the same every time: for textures that should vary but not flicker. */
export function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

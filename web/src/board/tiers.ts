// Writing keeps its size on the screen: six steps of zoom, each with letters as much larger as the map is smaller.
import { group, later } from "./svg";
import { keep, type Written } from "./writing";

/** From this zoom on a step holds; the last holds below all. */
const FROM = [1.05, 0.72, 0.5, 0.34, 0.22, 0];
/** How much larger letters, hatches and small signs are drawn in each step. */
export const LIFTS = [1, 1.4, 1.95, 2.8, 4.1, 6];

export const tierOf = (k: number): number => FROM.findIndex((least) => k >= least);

/** A group for each step; what stands in it is made when the step is first seen. */
export function tiers(cls: string, draw: (lift: number) => Written): SVGElement {
  return group(
    cls,
    LIFTS.map((lift, i) => later(`tier tier${i}`, (into) => keep(into, draw(lift)))),
  );
}

// Boards and pieces for the page of boards: the map of Invasion: America as built, and two small made-up skies.
import type { Piece, RawBoard, RawPlace } from "../src/wire/types";

export interface Fixture {
  board: RawBoard;
  pieces: Piece[];
}

const piece = (
  id: string,
  type: string,
  side: string,
  at: string,
  factors: string[],
  marks: string[] = [],
  hidden = false,
): Piece => ({
  id,
  type,
  side,
  at,
  name: id,
  factors,
  marks,
  hidden,
});

interface MapHex {
  id: string;
  printed: string;
  at: [number, number];
  terrain: string;
  ground?: string;
  name?: string;
  marks?: string[];
  sea?: number;
}
interface MapSide {
  between: [string, string];
  kinds: string[];
}

export async function america(): Promise<Fixture> {
  const { default: raw } = await import("../../src/grognard/games/invasion_america/map.json");
  const map = raw as unknown as { hexes: MapHex[]; sides: MapSide[]; hexsides?: MapSide[] };
  const dx = Math.sqrt(3);
  const rows = 76;
  const places = map.hexes.map((h): RawPlace => ({
    id: h.id,
    name: h.name ?? h.printed,
    label: h.printed,
    x: (h.at[0] + 1 + (h.at[1] % 2 ? 0.5 : 0)) * dx,
    y: (rows - h.at[1]) * 1.5,
    r: 1,
    shape: "hex",
    terrain: h.terrain,
    marks: h.marks ?? [],
  }));
  const edges = (map.sides ?? map.hexsides ?? []).flatMap((s) =>
    s.kinds.map((kind) => ({ a: s.between[0], b: s.between[1], kind })),
  );
  const land = map.hexes.filter((h) => h.terrain !== "sea" && h.terrain !== "lake");
  const pieces: Piece[] = [];
  const types = ["infantry", "mech", "armor", "militia", "bomber", "fighter", "supply_unit", "hovercraft"];
  const sides = ["us", "esc", "sau", "pal"];
  for (let i = 0; i < 240; i++) {
    const hex = land[(i * 37 + 11 * (i % 7)) % land.length];
    const type = types[i % types.length] ?? "infantry";
    if (!hex) continue;
    for (let j = 0; j <= i % 3; j++)
      pieces.push(
        piece(
          `p${i}_${j}`,
          type,
          sides[Math.floor(i / 60)] ?? "us",
          hex.id,
          [String(2 + (i % 7)), "8"],
          i % 9 === 0 ? ["untried"] : i % 7 === 0 ? ["moved"] : [],
        ),
      );
  }
  return {
    board: {
      kind: "hexmap",
      size: [(58 + 2) * dx, (rows + 1) * 1.5],
      places,
      edges,
      types: Object.fromEntries(types.map((t) => [t, { symbol: t, name: t }])),
      sides: {
        us: { color: "#6f8f5a", ink: "#12160e", name: "United States" },
        esc: { color: "#c9b27a", ink: "#1d170a", name: "E.S.C." },
        sau: { color: "#c97b5a", ink: "#1c0d06", name: "S.A.U." },
        pal: { color: "#8fb0c9", ink: "#0b141c", name: "P.A.L." },
      },
    },
    pieces,
  };
}

export function starmap(): Promise<Fixture> {
  const names = [
    "Sol",
    "Alpha Centauri",
    "Barnard's Star",
    "Junction",
    "Procyon",
    "Sirius",
    "Nusku",
    "Agidda",
    "Dingir",
    "Gashidda",
    "Ishkur",
    "Altair",
    "Luuru",
    "Midway",
  ];
  const places: RawPlace[] = [];
  const pieces: Piece[] = [];
  names.forEach((name, i) => {
    const x = 120 + ((i * 397) % 1300);
    const y = 110 + ((i * 263) % 800);
    const id = `star_${i}`;
    places.push({ id, name, x, y, r: 24, shape: "star", spectral: "GKMFAKM"[i % 7] ?? "G" });
    if (i % 5 !== 4)
      places.push({
        id: `box_${i}`,
        name: `${name} box`,
        label: i % 3 ? "outpost" : "world",
        x: x + 78,
        y,
        w: 84,
        h: 60,
        shape: "box",
        terrain: i % 3 ? "secondary" : "primary",
      });
    pieces.push(piece(`d${i}`, "destroyer", i % 2 ? "terran" : "imperial", id, ["2", "1", "4"]));
    pieces.push(piece(`c${i}`, "cruiser", i % 3 ? "terran" : "imperial", id, ["5", "3", "6"], i % 4 ? [] : ["moved"]));
    if (i % 5 !== 4)
      for (let j = 0; j <= i % 4; j++)
        pieces.push(
          piece(
            `o${i}_${j}`,
            ["outpost", "trooper", "defense", "world"][j] ?? "outpost",
            i % 2 ? "terran" : "imperial",
            `box_${i}`,
            j === 1 ? ["3"] : [],
          ),
        );
  });
  const edges = names
    .slice(1)
    .map((_, i) => ({ a: `star_${i}`, b: `star_${(i * 7 + 1) % names.length}`, kind: "route" }));
  return Promise.resolve({
    board: {
      kind: "starmap",
      size: [1600, 1000],
      places,
      edges,
      types: {
        destroyer: { symbol: "ship:destroyer" },
        cruiser: { symbol: "ship:cruiser" },
        outpost: { symbol: "outpost" },
        trooper: { symbol: "trooper" },
        defense: { symbol: "defense" },
        world: { symbol: "world" },
      },
      sides: {
        terran: { color: "#7aa7d6", ink: "#0a1420", name: "Terran" },
        imperial: { color: "#d86a54", ink: "#1c0805", name: "Imperial" },
      },
    },
    pieces,
  });
}

export function orrery(): Promise<Fixture> {
  const counts = [1, 2, 4, 8, 12, 18, 24, 30, 36, 40, 44, 48];
  const places: RawPlace[] = [];
  counts.forEach((n, ring) => {
    const letter = "ABCDEFGHIJKL"[ring] ?? "?";
    for (let i = 0; i < n; i++) {
      const r0 = 30 + ring * 36;
      const mid = ((i + 0.5) / n) * 2 * Math.PI;
      places.push({
        id: `${letter.toLowerCase()}${i + 1}`,
        name: `${letter}-${i + 1}`,
        label: `${letter}${i + 1}`,
        shape: "ring",
        x: 500 + (r0 + 18) * Math.sin(mid),
        y: 500 - (r0 + 18) * Math.cos(mid),
        r: 16,
        r0,
        r1: r0 + 36,
        a0: i / n,
        a1: (i + 1) / n,
        terrain: ring >= 5 && ring <= 7 ? "belt" : "",
      });
    }
  });
  return Promise.resolve({
    board: {
      kind: "orrery",
      size: [1000, 1000],
      places,
      types: { dd: { symbol: "ship:destroyer" } },
      sides: { terran: { color: "#7aa7d6", ink: "#0a1420" }, alien: { color: "#8fbf4d", ink: "#0d1604" } },
    },
    pieces: [
      piece("dd1", "dd", "terran", "c2", []),
      piece("dd2", "dd", "terran", "c2", []),
      piece("ns1", "dd", "alien", "l12", []),
    ],
  });
}

// What lies on the boards in the pictures of the shelf: a moment of each game, laid out by hand in its own pieces.
import type { Mark, Piece } from "../wire/types";

export interface Scene {
  scenario: string;
  /** Every scenario of the game is played on this very map. */
  everywhere?: boolean;
  /** The part shown, in the board's own units. */
  part: [number, number, number, number];
  pieces: Piece[];
  marks: Mark[];
  /** Planets and the spaces they are in. */
  planets: Record<string, string>;
  /** Systems each side's net reaches. */
  connected: Record<string, string[]>;
}

/** "type side place factors marks", the factors joined by "/", the marks by "+". */
function pieces(text: string): Piece[] {
  return text
    .trim()
    .split("\n")
    .map((line, i): Piece => {
      const [type = "", side = "", at = "", factors = "", marks = ""] = line.trim().split(/\s+/);
      return {
        id: `scene${i}`,
        type,
        side: side.split(":")[0] ?? side,
        at,
        name: "",
        factors: factors === "-" ? [] : factors.split("/"),
        marks: marks ? marks.split("+") : [],
        ...(side.includes(":") ? { force: side.split(":")[1] } : {}),
      };
    });
}

const scene = (scenario: string, part: Scene["part"], text: string, more: Partial<Scene> = {}): Scene => ({
  scenario,
  part,
  pieces: pieces(text),
  marks: [],
  planets: {},
  connected: {},
  ...more,
});

export const SCENES: Record<string, Scene> = {
  air_eaters: scene(
    "introductory",
    [262, 296, 500, 212],
    `corv terran c_1 CORV/1
     corv terran d_1 CORV/1
     corv terran b_1 CORV/1
     tr terran b_1 TR/1
     esc alien e_3 ESC/U
     esc alien e_3 ESC/U
     esc alien d_2 ESC/U
     ns alien e_2 NS/U
     ms alien f_4 MS/U
     esc alien e_11 ESC/U
     ln alien e_11 LN/U`,
    {
      planets: { mercury: "a_1", venus: "b_2", earth: "c_1", mars: "d_8", ceres: "f_14", mining_base_2: "f_2" },
    },
  ),
  grav_armor: scene(
    "raid_on_wendarst",
    [190, 356, 560, 238],
    `nu3 imperial 4-0706 4/6B/4/2/5
     nu3 imperial 4-0706 4/6B/4/2/5
     siga3 imperial 4-0807 4/6M/3/3/5
     int7 imperial 4-0607 4/3M/3/2/5 moved
     a_inf imperial 4-0508 3*/2M/3/7/2
     a_inf imperial 4-0508 3*/2M/3/7/2
     chi2 imperial 4-0507 4/6G/2/4/4 fired
     zeta7 league 4-0408 4/6B/4/4/4 fired
     a_inf league 4-0308 3*/2M/3/7/2
     a_inf league 4-0308 3*/2M/3/7/2
     omi9 league 5-0307 4/8M/4/2/3
     aza3 league 5-0206 3/3G/2/3/5 disrupted
     psi5 league 5-0306 5/3P/5/1/6
     tau8 league 5-0408 3/5M/3/2/5`,
  ),
  imperium: scene(
    "first_war",
    [540, 350, 620, 263],
    `missile_boat terran sirius 0/6/1/1
     light_cruiser terran sirius 5/1/4/3
     battleship terran sirius 12/9/9/5
     destroyer imperial sirius 2/2/2/2
     heavy_cruiser imperial sirius 5/5/5/4
     heavy_cruiser imperial epsilon_eridani 5/5/5/4 moved
     world imperial epsilon_eridani_surface -
     defense imperial epsilon_eridani_surface -
     outpost imperial markhashi_surface -
     scout imperial markhashi 1/1/1/1
     monitor terran procyon 9/0/8/3
     outpost terran procyon_surface -
     fighter terran sol 2/1/2/1
     dreadnought terran sol 10/9/7/6
     world terran sol_surface -
     transport terran ys 0/0/1/1
     outpost terran ys_surface -`,
    {
      everywhere: true,
      connected: {
        terran: ["sol", "junction", "procyon", "ys", "sarpedon", "remulak", "barnards_star", "alpha_centauri"],
        imperial: ["markhashi", "epsilon_eridani", "tau_ceti", "shuruppak"],
      },
    },
  ),
  invasion_america: scene(
    "three_pronged_invasion",
    [31.3, 44.1, 12.6, 5.36],
    `infantry us:usa s2334 3/8
     militia us:usa s2334 2/4 untried
     militia us:usa s2435 2/4 untried
     armor us:usa s2436 6/8
     long_range_bomber us:usa s2541 10/8/4
     armor us:usa s2341 6/8 fired
     militia us:usa s2240 2/4 untried
     close_air_support us:usa s2341 3/4/4
     special_infantry esc s2335 3/6
     amphibious esc s2236 12
     carrier esc s2136 6/6
     carrier esc s2136 6/6
     transport esc s2137 (6)
     armor esc s2137 8/6 untried
     close_air_support esc s2036 4/3/4
     carrier esc s2038 6/6
     mechanized esc s2038 5/6 untried
     hovercraft esc s2242 3/5
     hovercraft esc s2242 3/5
     infantry esc s2141 4/8 untried
     amphibious esc s2039 12`,
    {
      everywhere: true,
      marks: [
        { at: "s2334", kind: "control", side: "us", value: 5 },
        { at: "s2435", kind: "control", side: "us", value: 3 },
        { at: "s2341", kind: "control", side: "us", value: 3 },
      ],
    },
  ),
};

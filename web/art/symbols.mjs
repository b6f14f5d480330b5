// The symbols on counters: a reviewed table of NATO symbols (drawn by milsymbol) and our own drawings, made into one SVG sprite.
import ms from "milsymbol";

// Entity codes of MIL-STD-2525D, each checked by eye in the drawn sprite. The first two digits of `set` choose land units.
const NATO = {
  infantry: "121100",
  mech: "121102",
  motorized: "121104",
  armor: "120500",
  recon: "121300",
  artillery: "130300",
  artillery_sp: "130301",
  airdefense: "130100",
  antitank: "120400",
  engineer: "140700",
  marine: "121101",
  special: "121700",
  supply: "163400",
  transport: "163600",
  rotor: "120800",
  helicopter: "120600",
  amphibious: "120502",
};

/** Inner drawing of a milsymbol box, moved into a 60 x 40 box. */
function nato(code) {
  const sidc = `1303100000${code}0000`;
  const symbol = new ms.Symbol(sidc, { size: 40, fill: false, monoColor: "currentColor", strokeWidth: 5 });
  if (!symbol.isValid()) throw new Error(`milsymbol does not know ${code}`);
  const svg = symbol.asSVG();
  const box = svg.match(/viewBox="([^"]+)"/)[1];
  const inner = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
  return { box, inner };
}

// Our own drawings, all in a 60 x 40 box, in currentColor; `bg` shapes are cut out in the counter's field colour.
const F = 'fill="currentColor"';
const L = 'fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"';
const T = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"';
const OWN = {
  "ship:scout": `<path ${F} d="M8 20 L34 14 L46 20 L34 26 Z"/>`,
  "ship:corvette": `<path ${F} d="M9 14 L20 17 L38 15 L51 20 L38 25 L20 23 L9 26 L13 20 Z"/>`,
  "ship:escort": `<path ${F} d="M10 12 L26 17 L50 20 L26 23 L10 28 L16 20 Z"/>`,
  "ship:destroyer": `<path ${F} d="M6 12 H12 L16 16 H36 L54 20 L36 24 H16 L12 28 H6 L9 20 Z"/>`,
  "ship:frigate": `<path ${F} d="M5 11 H13 L18 15 H30 L33 11 H37 L36 16 L55 20 L36 24 L37 29 H33 L30 25 H18 L13 29 H5 L8 20 Z"/>`,
  "ship:cruiser": `<path ${F} d="M4 10 H13 L17 14 H24 L27 9 H36 L38 14 L56 20 L38 26 L36 31 H27 L24 26 H17 L13 30 H4 L8 20 Z"/>`,
  "ship:strike": `<path ${F} d="M4 14 L14 15 L22 6 H28 L27 15 L44 16 L56 20 L44 24 L27 25 L28 34 H22 L14 25 L4 26 L8 20 Z"/>`,
  "ship:attack": `<path ${F} d="M4 9 H12 L17 14 L40 12 L43 16 L56 17 V23 L43 24 L40 28 L17 26 L12 31 H4 L7 20 Z"/>`,
  "ship:battle": `<path ${F} d="M3 8 H12 V12 H18 L22 7 H40 L43 12 H48 L57 20 L48 28 H43 L40 33 H22 L18 28 H12 V32 H3 L7 20 Z"/><path fill="none" stroke="var(--field)" stroke-width="2" d="M22 20 H46 M28 14 V26 M36 14 V26"/>`,
  "ship:dreadnought": `<path ${F} d="M2 6 H11 V10 H17 L22 5 H42 L46 10 H50 L58 20 L50 30 H46 L42 35 H22 L17 30 H11 V34 H2 L6 20 Z"/><path fill="none" stroke="var(--field)" stroke-width="2" d="M20 16 H48 M20 24 H48"/>`,
  "ship:monitor": `<path ${F} d="M8 12 Q30 4 52 20 Q30 36 8 28 Z"/><circle cx="26" cy="20" r="5" fill="var(--field)"/>`,
  "ship:fighter": `<path ${F} d="M14 8 L26 17 L48 20 L26 23 L14 32 L18 20 Z"/>`,
  "ship:mothership": `<path ${F} d="M4 20 Q10 8 30 8 Q50 8 56 20 Q50 32 30 32 Q10 32 4 20 Z"/><path fill="none" stroke="var(--field)" stroke-width="2" d="M12 20 H48 M20 14 H40 M20 26 H40"/>`,
  "ship:carrier": `<path ${F} d="M4 12 H50 L56 20 L50 28 H4 Z"/><path fill="none" stroke="var(--field)" stroke-width="2" stroke-dasharray="5 3" d="M9 20 H48"/>`,
  "ship:transport": `<path ${F} d="M6 10 H40 V15 L52 20 L40 25 V30 H6 Z"/><path fill="none" stroke="var(--field)" stroke-width="2" d="M17 10 V30 M28 10 V30"/>`,
  "ship:interplanetary": `<path ${F} d="M4 12 H14 V16 H18 V12 H28 V16 H32 V12 H42 V16 L56 20 L42 24 V28 H32 V24 H28 V28 H18 V24 H14 V28 H4 Z"/>`,
  "ship:tanker": `<path ${F} d="M5 16 H10 V24 H5 Z M41 14 L54 20 L41 26 Z"/><ellipse cx="18" cy="20" rx="9" ry="10" ${F}/><ellipse cx="34" cy="20" rx="9" ry="10" ${F}/>`,
  "ship:nova": `<path ${F} d="M30 3 L36 14 L56 20 L36 26 L30 37 L24 26 L4 20 L24 14 Z"/><circle cx="30" cy="20" r="4" fill="var(--field)"/>`,
  "ship:quasar": `<path ${F} d="M30 2 L34 12 L46 8 L42 17 L58 20 L42 23 L46 32 L34 28 L30 38 L26 28 L14 32 L18 23 L2 20 L18 17 L14 8 L26 12 Z"/><circle cx="30" cy="20" r="5" fill="var(--field)"/>`,
  "ship:lander": `<path ${F} d="M30 5 L44 22 H16 Z"/><path ${L} d="M18 23 L11 34 M42 23 L49 34 M30 23 V34"/>`,
  "ship:dropship": `<path ${F} d="M30 3 L40 12 L42 24 H18 L20 12 Z"/><path ${L} d="M19 24 L12 35 H20 M41 24 L48 35 H40"/>`,
  "ship:generic": `<path ${F} d="M6 12 L40 14 L54 20 L40 26 L6 28 L12 20 Z"/>`,
  army: `<g ${F}><circle cx="16" cy="12" r="5"/><path d="M8 34 V22 Q16 15 24 22 V34 Z"/><circle cx="44" cy="12" r="5"/><path d="M36 34 V22 Q44 15 52 22 V34 Z"/><circle cx="30" cy="9" r="5.5"/><path d="M21 35 V20 Q30 12 39 20 V35 Z" stroke="var(--field)" stroke-width="1.5"/></g>`,
  tank: `<path ${F} d="M6 24 H52 L48 33 H10 Z M16 15 H36 L40 22 H12 Z"/><path ${L} d="M36 17 L56 14"/>`,
  gravtank: `<path ${F} d="M4 22 L14 15 H40 L56 22 L46 28 H12 Z M20 8 H34 L38 14 H17 Z"/><path ${L} d="M36 11 L54 8"/><path ${T} d="M12 33 H22 M28 33 H34 M40 33 H48"/>`,
  hovertank: `<path ${F} d="M8 16 H46 L52 24 H4 Z M20 8 H36 L39 14 H17 Z"/><path ${L} d="M37 11 L55 9"/><path ${F} d="M4 26 H54 Q52 34 44 32 Q38 36 30 32 Q20 36 14 32 Q6 34 4 26 Z"/>`,
  carrier_vehicle: `<path ${F} d="M6 12 H46 L54 21 V27 H6 Z"/><path fill="none" stroke="var(--field)" stroke-width="2" d="M12 17 H24 M30 17 H42"/><path ${T} d="M10 33 H20 M26 33 H34 M40 33 H50"/>`,
  missile_vehicle: `<path ${F} d="M6 24 H52 L48 32 H10 Z"/><path ${F} d="M14 18 L42 6 L46 9 L44 13 L18 24 Z"/>`,
  trooper: `<g ${F}><circle cx="30" cy="8" r="6"/><path d="M20 17 Q30 12 40 17 L42 29 H36 L35 37 H25 L24 29 H18 Z"/></g><path ${L} d="M38 19 L54 14"/>`,
  jumptrooper: `<g ${F}><circle cx="30" cy="7" r="5.5"/><path d="M20 15 Q30 10 40 15 L41 25 H19 Z M21 27 H28 L25 35 Z M32 27 H39 L35 35 Z"/></g><path ${T} d="M8 12 V24 M52 12 V24 M4 20 L8 26 L12 20 M48 20 L52 26 L56 20"/>`,
  fighter: `<path ${F} d="M54 20 L36 17 L22 5 H16 L24 17 L12 18 L7 13 H4 L7 20 L4 27 H7 L12 22 L24 23 L16 35 H22 L36 23 Z"/>`,
  bomber: `<path ${F} d="M56 20 Q48 16 38 17 L26 2 H19 L25 17 L13 18 L8 12 H4 L7 20 L4 28 H8 L13 22 L25 23 L19 38 H26 L38 23 Q48 24 56 20 Z"/>`,
  battery: `<path ${F} d="M10 34 V26 Q30 16 50 26 V34 Z"/><path ${L} d="M26 20 L44 4 M32 24 L52 10"/>`,
  crawler: `<path ${F} d="M10 8 Q30 0 50 14 L54 24 H6 Z"/><g ${F}><circle cx="13" cy="31" r="5.5"/><circle cx="30" cy="31" r="5.5"/><circle cx="47" cy="31" r="5.5"/></g><circle cx="36" cy="14" r="3.5" fill="var(--field)"/>`,
  converter: `<path ${F} d="M14 34 L20 14 H40 L46 34 Z"/><path ${T} d="M22 10 Q18 6 22 2 M30 10 Q26 6 30 2 M38 10 Q34 6 38 2"/><path fill="none" stroke="var(--field)" stroke-width="2" d="M20 22 H40 M18 28 H42"/>`,
  base: `<path ${F} d="M6 34 V24 Q6 8 30 8 Q54 8 54 24 V34 Z"/><path d="M24 34 V26 Q24 20 30 20 Q36 20 36 26 V34 Z" fill="var(--field)"/>`,
  industry: `<path ${F} d="M6 35 V19 L18 12 V19 L30 12 V19 L42 12 V5 H50 V35 Z"/>`,
  submarine: `<path ${F} d="M4 22 Q8 13 22 14 L24 7 H34 L35 14 Q50 13 56 22 Q50 31 30 31 Q8 31 4 22 Z"/>`,
  laser_submarine: `<path ${F} d="M4 24 Q8 16 22 17 L24 11 H34 L35 17 Q50 16 56 24 Q50 33 30 33 Q8 33 4 24 Z"/><path ${T} d="M30 10 L44 2 M33 11 L50 5"/>`,
  colony: `<circle cx="30" cy="20" r="14" ${L}/><circle cx="30" cy="20" r="4" ${F}/><path ${T} d="M30 6 V34 M16 20 H44"/>`,
  mine: `<path ${F} d="M8 30 Q4 16 16 10 Q28 2 42 8 Q56 16 50 28 Q40 38 24 35 Q12 36 8 30 Z"/><path d="M24 28 L30 12 L36 28 M26 23 H34" fill="none" stroke="var(--field)" stroke-width="2.5"/>`,
  asteroid: `<path ${F} d="M12 30 Q4 20 14 12 Q24 2 38 7 Q54 10 50 24 Q46 36 30 34 Q18 36 12 30 Z"/><g fill="var(--field)"><circle cx="24" cy="16" r="3"/><circle cx="38" cy="20" r="4"/><circle cx="27" cy="27" r="2"/></g>`,
  world: `<circle cx="30" cy="20" r="15" ${F}/><path d="M16 16 Q30 22 44 15 M17 27 Q30 20 43 27" fill="none" stroke="var(--field)" stroke-width="2"/>`,
  outpost: `<path ${F} d="M30 4 L50 20 L30 36 L10 20 Z"/><circle cx="30" cy="20" r="5" fill="var(--field)"/>`,
  defense: `<path ${F} d="M30 4 L50 10 V20 Q48 32 30 37 Q12 32 10 20 V10 Z"/><path d="M30 11 V29 M21 20 H39" stroke="var(--field)" stroke-width="3" fill="none"/>`,
  fort: `<path ${F} d="M8 34 V12 H16 V17 H24 V12 H36 V17 H44 V12 H52 V34 Z"/>`,
  city: `<path ${F} d="M6 35 V20 H16 V10 H26 V35 Z M28 35 V5 H38 V35 Z M40 35 V15 H54 V35 Z"/>`,
  railunit: `<path ${L} d="M4 12 H56 M4 28 H56"/><path ${T} d="M11 7 V33 M20 7 V33 M30 7 V33 M40 7 V33 M49 7 V33"/>`,
  hovercraft: `<path ${F} d="M10 10 H38 L54 22 H4 Z"/><path ${F} d="M4 25 H56 Q54 34 45 32 Q38 36 30 32 Q20 36 14 32 Q6 34 4 25 Z"/>`,
  militia: `<g ${T}><rect x="6" y="5" width="48" height="30" stroke-width="2.5"/><path d="M6 5 L54 35" /></g><text x="42" y="19" font-family="Archivo Narrow, sans-serif" font-weight="700" font-size="14" text-anchor="middle" ${F}>M</text>`,
  navalcarrier: `<path ${F} d="M3 20 H57 L52 31 H9 Z M34 10 H42 V18 H34 Z"/><path ${T} d="M38 10 V4 M6 17 H30"/>`,
  navaltransport: `<path ${F} d="M4 21 H56 L50 32 H10 Z M14 13 H24 V19 H14 Z M27 13 H37 V19 H27 Z M42 8 H47 V19 H42 Z"/>`,
  navalamphib: `<path ${F} d="M4 18 H44 L56 27 L50 33 H9 Z M12 8 H22 V16 H12 Z"/><path ${T} d="M26 13 H40 M30 9 V16"/>`,
  supplydump: `<path ${F} d="M8 22 H28 V36 H8 Z M32 22 H52 V36 H32 Z M20 5 H40 V19 H20 Z"/>`,
  marker: `<circle cx="30" cy="20" r="9" ${F}/>`,
};

/** Other words a game may use for the same drawing. */
const SAME = {
  "ship:battleship": "ship:battle",
  "ship:light_cruiser": "ship:frigate",
  "ship:heavy_cruiser": "ship:cruiser",
  "ship:strike_cruiser": "ship:strike",
  "ship:attack_cruiser": "ship:attack",
  "ship:improved_dreadnought": "ship:dreadnought",
  "ship:terran_monitor": "ship:monitor",
  "infantry:special": "special",
  "air:cas": "fighter",
  "air:bomber": "bomber",
  "ship:landing": "navalamphib",
  "sea:ship:carrier": "navalcarrier",
  "sea:ship:transport": "navaltransport",
  air_defense: "defense",
  airborne: "jumptrooper",
  depot: "supplydump",
  "ship:liner": "ship:transport",
  "ship:novaship": "ship:nova",
  "ship:quasarship": "ship:quasar",
  "ship:itr": "ship:interplanetary",
  lander: "ship:lander",
  fighter_ship: "ship:fighter",
  mechanized: "mech",
  rail: "railunit",
  special_infantry: "special",
  air: "fighter",
  cas: "fighter",
  lrb: "bomber",
  rail_unit: "railunit",
  carrier: "navalcarrier",
  amphib: "navalamphib",
  supply_unit: "supplydump",
  troop: "trooper",
  jump: "jumptrooper",
  grav: "gravtank",
  hover: "hovertank",
  dropship: "ship:dropship",
};

export const id = (name) => `s-${name.replace(/[^a-z0-9]+/g, "-")}`;

/** The sprite: a hidden svg with one symbol a name, and the list of names. */
export function sprite() {
  const parts = [];
  const names = [];
  for (const [name, code] of Object.entries(NATO)) {
    const { box, inner } = nato(code);
    parts.push(`<symbol id="${id(name)}" viewBox="${box}">${inner}</symbol>`);
    names.push(name);
  }
  for (const [name, drawing] of Object.entries(OWN)) {
    parts.push(`<symbol id="${id(name)}" viewBox="0 0 60 40">${drawing}</symbol>`);
    names.push(name);
  }
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg">${parts.join("")}</svg>`, names, same: SAME };
}

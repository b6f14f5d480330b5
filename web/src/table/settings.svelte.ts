// What a player likes, kept in this browser.

interface Likes {
  theme: "auto" | "light" | "dark";
  confirmDice: boolean;
  autoPass: boolean;
  animate: boolean;
  numbers: boolean;
  reader: boolean;
  pace: number;
  name: string;
}

const USUAL: Likes = {
  theme: "auto",
  confirmDice: true,
  autoPass: true,
  animate: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  numbers: true,
  reader: false,
  pace: 1,
  name: "",
};

function load(): Likes {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem("likes") ?? "{}") as Partial<Likes>) };
  } catch {
    return USUAL;
  }
}

export const likes = $state(load());

const dark = matchMedia("(prefers-color-scheme: dark)");

export function showTheme(): void {
  const on = likes.theme === "dark" || (likes.theme === "auto" && dark.matches);
  document.documentElement.dataset["theme"] = on ? "dark" : "light";
}
dark.addEventListener("change", showTheme);
showTheme();

export function like<K extends keyof Likes>(key: K, value: Likes[K]): void {
  likes[key] = value;
  localStorage.setItem("likes", JSON.stringify(likes));
  showTheme();
}

/** Seats this browser holds: match -> secret. */
interface Held {
  token: string;
  at: number;
  links?: { sides: string[]; token: string }[];
}

export function seats(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem("seats") ?? "{}") as Record<string, Held>;
  } catch {
    return {};
  }
}

export function keepSeat(match: string, token: string, links: Held["links"] = []): void {
  const all = seats();
  all[match] = { token, at: Date.now(), links: links.length ? links : (all[match]?.links ?? []) };
  const newest = Object.entries(all)
    .sort((a, b) => b[1].at - a[1].at)
    .slice(0, 100);
  localStorage.setItem("seats", JSON.stringify(Object.fromEntries(newest)));
}

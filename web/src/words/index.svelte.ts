// Every word of the client's own, in the reader's language. The words of a game come from the server in that language.
import { speak } from "../wire/api";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;
const books: Record<string, Record<Key, string>> = { en, de };
export const languages: { code: string; name: string }[] = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
];

function first(): string {
  const kept = localStorage.getItem("language");
  if (kept && books[kept]) return kept;
  return navigator.language.startsWith("de") ? "de" : "en";
}

class Language {
  code = $state(first());
  set(code: string): void {
    if (!books[code]) return;
    this.code = code;
    localStorage.setItem("language", code);
    speak(code);
    document.documentElement.lang = code;
  }
}

export const language = new Language();
speak(language.code);
document.documentElement.lang = language.code;

/** `t("waiting", { who })` fills `{who}`; plurals choose by `n` between `one | many`. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  let text = books[language.code]?.[key] ?? en[key];
  if (text.includes(" | ")) {
    const [one = "", many = ""] = text.split(" | ");
    text = values["n"] === 1 ? one : many;
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

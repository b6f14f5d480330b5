// What goes wrong, in plain words; and a text nobody can guess.
import { Refused } from "../wire/api";
import { t } from "../words/index.svelte";

export const isOffline = (problem: unknown): boolean => problem instanceof Refused && problem.body.code === "offline";

export function message(problem: unknown): string {
  if (problem instanceof Refused) {
    if (problem.body.code === "offline") return t("offline");
    return [problem.body.error, problem.body.hint].filter(Boolean).join(" ");
  }
  return String(problem);
}

export function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** Put a text on the clipboard, also where the browser only lets a selection be copied (no https). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

// Commands over a broken line: tried again until they arrive. The server takes the same command once only, so this is safe.
import { Refused } from "./api";

const PATIENCE = [400, 800, 1600, 3000];

/** Tries until the command arrives, is refused, or `given_up` says that it no longer matters (then null). */
export async function insist<T>(
  act: () => Promise<T>,
  broken: () => void,
  givenUp: () => boolean,
  tries = 60,
): Promise<T | null> {
  for (let n = 0; ; n++) {
    try {
      return await act();
    } catch (problem) {
      if (!(problem instanceof Refused && problem.body.code === "offline") || n >= tries) throw problem;
      broken();
      await new Promise((r) => setTimeout(r, PATIENCE[Math.min(n, PATIENCE.length - 1)]));
      if (givenUp()) return null;
    }
  }
}

// A page for looking at boards without a server: `npm run dev`, then /dev/boards.html?board=hexmap|starmap|orrery&theme=dark.
import "../src/style/tokens.css";
import "../src/style/base.css";
import "../src/style/board.css";
import { Board } from "../src/board/board";
import { NOTHING } from "../src/board/overlay";
import type { Piece } from "../src/wire/types";
import { america, orrery, starmap } from "./fixtures";

const query = new URLSearchParams(location.search);
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";
const frame = document.getElementById("frame") as HTMLDivElement;
frame.style.cssText = "position:fixed;inset:0;overflow:hidden;touch-action:none";

const makers = { hexmap: america, starmap, orrery };
const { board, pieces } = await makers[(query.get("board") ?? "hexmap") as keyof typeof makers]();
const nothing = (): void => undefined;
const shown = new Board(frame, board, {
  tap: nothing,
  hover: nothing,
  canLift: () => true,
  dropped: nothing,
  cursor: nothing,
  enter: nothing,
  wonder: nothing,
});
shown.view(pieces as Piece[], []);
shown.fit(false);
const some = pieces.slice(0, 6).map((p) => p.id);
shown.highlight({
  ...NOTHING,
  pieces: new Set(some.slice(0, 3)),
  picked: new Set(some.slice(3, 4)),
  targets: new Set(some.slice(4)),
  places: new Set(board.places.slice(200, 206).map((p) => p.id)),
});
const zoom = Number(query.get("zoom") ?? 1);
if (zoom !== 1) shown.zoom(zoom);
const go = query.get("go");
if (go) shown.goTo(go);
(window as unknown as { board: Board }).board = shown;

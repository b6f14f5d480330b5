// The socket of a match: news in order, reconnecting by itself, asking again where a number is missing.
import type { State, Update } from "./types";

export interface Hearer {
  state(state: State): void;
  update(update: Update): void;
  here(sides: string[], watching: number): void;
  link(on: boolean): void;
  refused(reason: string): void;
  /** The last sequence number applied, or null before the first state. */
  seq(): number | null;
}

type Message =
  | { type: "hello"; seq: number; state: State | null }
  | { type: "update"; update: Update }
  | { type: "here"; sides: string[]; watching: number }
  | { type: "error"; error: string }
  | { type: "pong" };

const FINAL = new Set([4401, 4403, 4404]);
const BEAT = 20_000;
const LONGEST = 6_000;

export class Live {
  private socket: WebSocket | null = null;
  private wait = 500;
  private timer = 0;
  private beat = 0;
  private closed = false;
  private answered = true;
  side: string | null = null;

  constructor(
    private readonly match: string,
    private readonly token: string | null,
    private readonly lang: string,
    private readonly hearer: Hearer,
  ) {}

  open(): void {
    if (this.closed) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/live`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(
        JSON.stringify({
          hello: { token: this.token, side: this.side, since: this.hearer.seq(), lang: this.lang },
        }),
      );
      this.answered = true;
      this.beat = window.setInterval(() => this.ping(socket), BEAT);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as Message);
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      window.clearInterval(this.beat);
      this.hearer.link(false);
      if (FINAL.has(event.code)) {
        this.hearer.refused(event.reason);
        return;
      }
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST);
    };
  }

  /** A line that no longer answers is dead, whatever the socket believes. */
  private ping(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!this.answered) socket.close();
    else socket.send('{"ping":1}');
    this.answered = false;
  }

  /** The network may be back: don't wait any longer. */
  readonly wake = (): void => {
    if (!this.timer || document.hidden) return;
    this.wait = 500;
    this.open();
  };

  private hear(message: Message): void {
    this.answered = true;
    if (message.type === "hello") {
      this.wait = 500;
      this.hearer.link(true);
      if (message.state) this.hearer.state(message.state);
    } else if (message.type === "update") this.hearer.update(message.update);
    else if (message.type === "here") this.hearer.here(message.sides, message.watching);
    else if (message.type === "error") this.hearer.refused(message.error);
  }

  /** Look through another side's eyes (hot-seat). */
  look(side: string | null): void {
    this.side = side;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ side }));
  }

  close(): void {
    this.closed = true;
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    window.clearTimeout(this.timer);
    window.clearInterval(this.beat);
    this.socket?.close();
  }
}

// Pan, zoom and pinch over one CSS-transformed layer. `will-change` stands only during a gesture, or the map would blur.

export interface Look {
  k: number;
  x: number;
  y: number;
}

export interface CameraHooks {
  /** A press and release without a drag. */
  tap(clientX: number, clientY: number, target: Element | null): void;
  /** May a drag begin here (a piece that can be moved)? Then the camera keeps still. */
  lift(clientX: number, clientY: number, target: Element | null): boolean;
  drag(clientX: number, clientY: number): void;
  drop(clientX: number, clientY: number, done: boolean): void;
  hover(clientX: number, clientY: number, target: Element | null): void;
  changed(look: Look): void;
}

const SLOP = 6;
/** What the tools take along the right edge, in pixels. */
const TOOLS = 44;

export class Camera {
  look: Look = { k: 1, x: 0, y: 0 };
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number; target: Element | null } | null = null;
  private mode: "idle" | "press" | "pan" | "pinch" | "lift" = "idle";
  private gap = 0;
  private settle = 0;
  private min = 0.1;

  constructor(
    private readonly frame: HTMLElement,
    private readonly world: HTMLElement,
    private width: number,
    private height: number,
    private readonly hooks: CameraHooks,
  ) {
    frame.addEventListener("pointerdown", this.down);
    frame.addEventListener("pointermove", this.moved);
    frame.addEventListener("pointerup", this.up);
    frame.addEventListener("pointercancel", this.cancel);
    frame.addEventListener("wheel", this.wheel, { passive: false });
  }

  close(): void {
    this.frame.removeEventListener("pointerdown", this.down);
    this.frame.removeEventListener("pointermove", this.moved);
    this.frame.removeEventListener("pointerup", this.up);
    this.frame.removeEventListener("pointercancel", this.cancel);
    this.frame.removeEventListener("wheel", this.wheel);
  }

  size(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  toWorld(clientX: number, clientY: number): [number, number] {
    const box = this.frame.getBoundingClientRect();
    return [(clientX - box.left - this.look.x) / this.look.k, (clientY - box.top - this.look.y) / this.look.k];
  }

  /** The whole board, or the part given, in the window. */
  fit(part: { x: number; y: number; w: number; h: number } | null = null, smooth = false, most = 2.2): void {
    const box = this.frame.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const p = part ?? { x: 0, y: 0, w: this.width, h: this.height };
    const pad = Math.min(20, box.width * 0.03);
    // The tools along the right edge should cover nothing.
    const wide = box.width - (box.width > 640 ? TOOLS : 0);
    const k = Math.min(most, (wide - 2 * pad) / p.w, (box.height - 2 * pad) / p.h);
    const whole = Math.min((wide - 2 * pad) / this.width, (box.height - 2 * pad) / this.height);
    this.min = Math.min(whole, 1) * 0.6;
    this.set({ k, x: wide / 2 - (p.x + p.w / 2) * k, y: box.height / 2 - (p.y + p.h / 2) * k }, smooth);
  }

  centre(x: number, y: number, smooth = true, least = 0): void {
    const box = this.frame.getBoundingClientRect();
    const k = Math.max(this.look.k, least);
    this.set({ k, x: box.width / 2 - x * k, y: box.height / 2 - y * k }, smooth);
  }

  /** Is a world point inside the window, some pixels from its edge? */
  sees(x: number, y: number, margin = 40): boolean {
    const box = this.frame.getBoundingClientRect();
    const sx = x * this.look.k + this.look.x;
    const sy = y * this.look.k + this.look.y;
    return sx > margin && sy > margin && sx < box.width - margin && sy < box.height - margin;
  }

  zoom(factor: number, clientX?: number, clientY?: number, smooth = false): void {
    const box = this.frame.getBoundingClientRect();
    const cx = (clientX ?? box.left + box.width / 2) - box.left;
    const cy = (clientY ?? box.top + box.height / 2) - box.top;
    const k = Math.max(this.min, Math.min(5, this.look.k * factor));
    const f = k / this.look.k;
    this.set({ k, x: cx - (cx - this.look.x) * f, y: cy - (cy - this.look.y) * f }, smooth);
  }

  pan(dx: number, dy: number): void {
    this.set({ ...this.look, x: this.look.x + dx, y: this.look.y + dy }, false);
  }

  private set(look: Look, smooth: boolean): void {
    const box = this.frame.getBoundingClientRect();
    const keep = 90;
    look.x = Math.max(keep - this.width * look.k, Math.min(box.width - keep, look.x));
    look.y = Math.max(keep - this.height * look.k, Math.min(box.height - keep, look.y));
    this.look = look;
    this.world.classList.toggle("smooth", smooth);
    this.world.style.transform = `translate(${look.x}px, ${look.y}px) scale(${look.k})`;
    this.hooks.changed(look);
    if (!smooth) {
      this.world.style.willChange = "transform";
      window.clearTimeout(this.settle);
      this.settle = window.setTimeout(() => (this.world.style.willChange = ""), 160);
    }
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 && event.button !== 1) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 2) {
      if (this.mode === "lift") this.hooks.drop(0, 0, false);
      this.mode = "pinch";
      this.gap = this.spread().gap;
      return;
    }
    this.start = { x: event.clientX, y: event.clientY, target: event.target as Element | null };
    this.mode = "press";
  };

  private spread(): { gap: number; x: number; y: number } {
    const [a, b] = [...this.fingers.values()];
    if (!a || !b) return { gap: 1, x: 0, y: 0 };
    return { gap: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  private readonly moved = (event: PointerEvent): void => {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") this.hooks.hover(event.clientX, event.clientY, event.target as Element | null);
      return;
    }
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (this.mode === "press" && this.start) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < SLOP) return;
      this.frame.setPointerCapture(event.pointerId);
      this.mode = this.hooks.lift(this.start.x, this.start.y, this.start.target) ? "lift" : "pan";
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (this.mode === "pan") this.pan(dx, dy);
    else if (this.mode === "lift") this.hooks.drag(event.clientX, event.clientY);
    else if (this.mode === "pinch") {
      const { gap, x, y } = this.spread();
      this.zoom(gap / this.gap, x, y);
      this.pan(dx / 2, dy / 2);
      this.gap = gap;
    }
  };

  private readonly up = (event: PointerEvent): void => {
    const known = this.fingers.delete(event.pointerId);
    if (!known) return;
    if (this.mode === "press" && this.start) this.hooks.tap(event.clientX, event.clientY, this.start.target);
    else if (this.mode === "lift") this.hooks.drop(event.clientX, event.clientY, true);
    this.mode = this.mode === "pinch" && this.fingers.size === 1 ? "pan" : "idle";
    this.start = null;
  };

  private readonly cancel = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    if (this.mode === "lift") this.hooks.drop(0, 0, false);
    this.mode = "idle";
    this.start = null;
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
    this.zoom(Math.exp(-step * 0.0016), event.clientX, event.clientY);
  };
}

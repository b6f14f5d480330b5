// Where we are: the path in the address bar, and going elsewhere without loading the page anew.

class Route {
  path = $state(location.pathname);
  hash = $state(location.hash);
  constructor() {
    window.addEventListener("popstate", () => this.read());
    window.addEventListener("hashchange", () => this.read());
  }
  private read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }
  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    window.scrollTo(0, 0);
  }
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.read();
  }
  /** A value from the fragment: `#seat=…&at=12`. */
  fragment(name: string): string | null {
    return new URLSearchParams(this.hash.replace(/^#/, "")).get(name);
  }
}

export const route = new Route();

/** Follow links within the page ourselves. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a[href^='/']");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  if (link.hasAttribute("download") || link.getAttribute("target")) return;
  event.preventDefault();
  route.go(link.getAttribute("href") ?? "/");
}

// How the client is built: into the server's package, with the counter symbols drawn while building.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { sprite } from "./art/symbols.mjs";

function symbols(): Plugin {
  const name = "virtual:symbols";
  return {
    name: "symbols",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const { svg, names, same } = sprite();
      return `export const svg = ${JSON.stringify(svg)};\nexport const names = ${JSON.stringify(names)};\nexport const same = ${JSON.stringify(same)};`;
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [svelte(), symbols()],
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
  server: {
    host: "127.0.0.1",
    fs: { allow: [".."] },
    port: 5199,
    proxy: { "/api": { target: process.env["GROGNARD_SERVER"] ?? "http://127.0.0.1:8000", ws: true } },
  },
});

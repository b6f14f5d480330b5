// The client must stay small: everything shipped, gzipped, under 350 kB.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 350_000;
const root = new URL("../../src/grognard/server/static", import.meta.url).pathname;
const files = (dir) =>
  readdirSync(dir).flatMap((f) => (statSync(join(dir, f)).isDirectory() ? files(join(dir, f)) : [join(dir, f)]));
const total = files(root).reduce(
  (sum, f) => sum + (f.endsWith(".woff2") ? statSync(f).size : gzipSync(readFileSync(f)).length),
  0,
);
console.log(`client: ${(total / 1000).toFixed(0)} kB gzipped, limit ${LIMIT / 1000} kB`);
if (total > LIMIT) process.exit(1);

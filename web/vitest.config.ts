import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import vite from "./vite.config";

export default mergeConfig(
  vite,
  defineConfig({
    resolve: { conditions: ["browser"] },
    test: { environment: "happy-dom", include: ["test/**/*.test.ts"] },
  }),
);

import { readdirSync } from "node:fs";
import { defineConfig } from "vite";

// The unit tests as plain JavaScript: Node.js 20 does not read TypeScript.
const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));

export default defineConfig({
  build: {
    ssr: true,
    outDir: "node_modules/.unit-tests",
    emptyOutDir: true,
    copyPublicDir: false,
    rollupOptions: { input: tests.map((name) => `${import.meta.dirname}/${name}`) },
  },
});

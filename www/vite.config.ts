import { defineConfig, type Plugin } from "vite";

/** The development server injects styles and opens a socket, which the page's policy rightly refuses. */
function withoutPolicy(): Plugin {
  return {
    name: "millipawn-development-policy",
    apply: "serve",
    transformIndexHtml: (html, context) =>
      context.server ? html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, "") : html,
  };
}

/** Entries for pages elsewhere, whose addresses must not change. */
const EMBEDDED: Record<string, string> = {
  uci: "src/embed/uci.ts",
  "uci-worker": "src/worker/uci.ts",
};

// Relative addresses everywhere: the built page works from any folder of any static host.
export default defineConfig({
  base: "./",
  plugins: [withoutPolicy()],
  worker: { format: "es" },
  build: {
    outDir: "dist",
    target: "es2022",
    // Nothing inlined: the policy has no exception for data: scripts, styles or wasm.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "index.html", ...EMBEDDED },
      // What they export is what they are for.
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: ({ name }) => (name in EMBEDDED ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});

import { execFileSync } from "node:child_process";
import { defineConfig, type Alias, type Plugin } from "vite";
import { version } from "./package.json";

/** The development server injects styles and opens a socket, which the page's policy rightly refuses. */
function withoutPolicy(): Plugin {
  return {
    name: "millipawn-development-policy",
    apply: "serve",
    transformIndexHtml: (html, context) =>
      context.server ? html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, "") : html,
  };
}

/** Previews want whole addresses: where the site will be is told as MILLIPAWN_ADDRESS. Without it they have no picture. */
function preview(): Plugin {
  const address = process.env.MILLIPAWN_ADDRESS;
  const tag = (property: string, content: string) => ({
    tag: "meta",
    attrs: { property, content },
    injectTo: "head" as const,
  });
  return {
    name: "millipawn-preview",
    transformIndexHtml: () =>
      address ? [tag("og:url", address), tag("og:image", new URL("preview.png", address).href)] : [],
  };
}

/** Entries for pages elsewhere, whose addresses must not change. */
const EMBEDDED: Record<string, string> = {
  uci: "src/embed/uci.ts",
  "uci-worker": "src/worker/uci.ts",
};

/** Short, and marked where files differ from it; nothing outside a repository. */
function commit(): string {
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] } as const;
    return execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=10"], options).trim();
  } catch {
    return "";
  }
}

/** Another wasm package in the place of `www/wasm`: one with the example system. */
function otherCore(): Alias[] {
  const folder = process.env.MILLIPAWN_WASM;
  return folder ? [{ find: /^.*\/wasm(?=\/millipawn_wasm)/, replacement: folder }] : [];
}

// Relative addresses everywhere: the built page works from any folder of any static host.
export default defineConfig({
  base: "./",
  resolve: { alias: otherCore() },
  plugins: [withoutPolicy(), preview()],
  define: { __VERSION__: JSON.stringify(version), __COMMIT__: JSON.stringify(commit()) },
  worker: { format: "es" },
  build: {
    outDir: "dist",
    target: "es2022",
    // Nothing inlined: the policy has no exception for data: scripts, styles or wasm.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "index.html", board: "board.html", ...EMBEDDED },
      // What they export is what they are for.
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: ({ name }) => (name in EMBEDDED ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Alias, type Plugin } from "vite";
import { language } from "./build/language.ts";
import thisPackage from "./package.json" with { type: "json" };

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

/** The files of the build are what the service worker keeps. Those with a hash in their names are never another. */
function listFiles(): Plugin {
  return {
    name: "millipawn-files",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[SERVICE_WORKER];
      if (worker?.type !== "chunk") return;
      const built = Object.values(bundle)
        .filter((file) => file.fileName !== SERVICE_WORKER && !isForNetwork(file))
        .map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source] as const);
      const copied = readdirSync("public", { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && !NOT_KEPT.test(file.name))
        .map((file) => join(file.parentPath, file.name))
        .map((path) => [relative("public", path).replaceAll("\\", "/"), readFileSync(path)] as const);
      const files = [...built, ...copied].map(([url, content]) => ({
        url,
        revision: url.startsWith("assets/")
          ? null
          : createHash("sha256").update(content).digest("hex").slice(0, 16),
      }));
      worker.code = `self.__FILES=${JSON.stringify(files)};\n${worker.code}`;
    },
  };
}

/** What the page imports once it knows its language is fetched beside that and not after it. */
function fetchAtOnce(): Plugin {
  const link = (attributes: Record<string, string>) => ({
    tag: "link",
    attrs: { ...attributes, crossorigin: true },
    injectTo: "head" as const,
  });
  return {
    name: "millipawn-fetch-at-once",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/src/start.ts"));
        if (!start) return [];
        const all = [start, ...chunks.filter(({ fileName }) => start.imports.includes(fileName))];
        const styles = new Set(all.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        const isNew = (file: string) => !html.includes(file);
        return [
          ...all
            .map(({ fileName }) => fileName)
            .filter(isNew)
            .map((file) => link({ rel: "modulepreload", href: `./${file}` })),
          ...[...styles].filter(isNew).map((file) => link({ rel: "stylesheet", href: `./${file}` })),
        ];
      },
    },
  };
}

const SERVICE_WORKER = "sw.js";
/** For hosts and for previews. */
const NOT_KEPT = /^(_headers|preview\.png)$/;

/** What only a network is for: it is fetched when it is wanted. */
function isForNetwork({ fileName, ...file }: { fileName: string; moduleIds?: string[] }): boolean {
  return fileName === "network.html" || file.moduleIds?.some((id) => id.includes("/@nats-io/")) === true;
}

/** Entries whose addresses must not change: those for pages elsewhere, and the service worker. */
const STEADY: Record<string, string> = {
  uci: "src/embed/uci.ts",
  "uci-worker": "src/worker/uci.ts",
  sw: "src/offline/worker.ts",
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
  plugins: [language(), withoutPolicy(), preview(), fetchAtOnce(), listFiles()],
  define: { __VERSION__: JSON.stringify(thisPackage.version), __COMMIT__: JSON.stringify(commit()) },
  worker: { format: "es" },
  build: {
    outDir: "dist",
    target: "es2022",
    // Nothing inlined: the policy has no exception for data: scripts, styles or wasm.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The budget for the download is held by tests/e2e/weight.test.mjs.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { index: "index.html", board: "board.html", network: "network.html", ...STEADY },
      // What they export is what they are for.
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: ({ name }) => (name in STEADY ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});

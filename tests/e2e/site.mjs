// The built page as any plain static host would serve it: from a subfolder, with media types and no other header.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const DIST = fileURLToPath(new URL("../../www/dist/", import.meta.url));
const NOWHERE = fileURLToPath(new URL("nowhere/", import.meta.url));
const FOLDER = "/play/";
/** Where the same page is deployed once more. */
const OTHER = "/other/";
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
};

/**
 * Serves the page, or another folder, on a free port until it is closed, packed by gzip where that is asked for. While it is `replaced`
 * all its files are gone, or those of the folder named there are in their place.
 */
export async function serveSite(folder = DIST, { packed = false } = {}) {
  const site = { replaced: false };
  const server = createServer(
    (request, response) => void answer(inPlaceOf(site.replaced) ?? folder, packed, request, response),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(site, {
    address: `http://127.0.0.1:${server.address().port}${FOLDER}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
}

function inPlaceOf(replaced) {
  return replaced === true ? NOWHERE : replaced || null;
}

async function answer(folder, packed, request, response) {
  try {
    const path = fileOf(folder, new URL(request.url, "http://host").pathname);
    const bytes = await readFile(path);
    const type = { "content-type": TYPES[extname(path)] ?? "application/octet-stream" };
    response.writeHead(200, packed ? { ...type, "content-encoding": "gzip" } : type);
    response.end(packed ? gzipSync(bytes) : bytes);
  } catch {
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("not found");
  }
}

function fileOf(folder, path) {
  const deployment = [FOLDER, OTHER].find((one) => path.startsWith(one));
  if (!deployment) throw new Error("outside the site");
  return join(folder, normalize(path.slice(deployment.length - 1)), path.endsWith("/") ? "index.html" : "");
}

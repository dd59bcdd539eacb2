// A room with a real broker: `millipawn network`, demes of the command line, windows of the page, and a peer that sends junk.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { COMMAND } from "../e2e/command.mjs";
import { dump } from "../e2e/profile.mjs";

/** Runs that are short enough to be looked at; what the page calls them, and the command line. */
export const SMALL = {
  page: { Population: 4, "Nodes a move": 200, "Strongest opponent": 2, Workers: 1 },
  more: { "Longest game": 20, Parents: 2, "Final games": 2, Finalists: 2 },
  command: [
    ...["evolve", "--system", "evochess", "--set", "fitness=games", "--population", "4"],
    ...["nodes-a-move=200", "strongest-opponent=2", "longest-game=20", "parents=2", "final-games=2", "finalists=2"].flatMap(
      (setting) => ["--set", setting],
    ),
  ],
};

/** A certificate for 127.0.0.1 that no authority signed, and its key, as docs/network.md makes one. */
async function certificate(folder) {
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const names = ["basicConstraints=critical,CA:FALSE", "subjectAltName=IP:127.0.0.1"].flatMap((name) => ["-addext", name]);
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await promisify(execFile)("openssl", ["req", "-x509", ...curve, "-subj", "/CN=millipawn", ...names, "-keyout", key, "-out", cert]);
  return { key, cert };
}

/** A broker, with a folder of its own, which pages of this origin may reach; by TLS alone where it is asked for. */
export class Network {
  static async start(origin, { tls = false } = {}) {
    const folder = await mkdtemp(join(tmpdir(), "millipawn-room-"));
    const words = ["network", "--json", "--dir", join(folder, "broker"), "--origin", origin];
    const made = tls ? await certificate(folder) : null;
    if (made) words.push("--tls-cert", made.cert, "--tls-key", made.key);
    const child = spawn(COMMAND, words, { stdio: ["ignore", "pipe", "pipe"] });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    return new Network(folder, child, JSON.parse(line), made?.cert);
  }

  constructor(folder, child, { deme, page }, trusted) {
    Object.assign(this, { folder, child, deme, page, trusted, natives: new Set() });
  }

  /** The nats-server is killed; `millipawn network` starts another at the same ports. */
  async restart() {
    const told = once(createInterface({ input: this.child.stderr }), "line");
    const [name] = readdirSync(join(this.folder, "broker", "ports"));
    process.kill(Number(/\d+/.exec(name)[0]), "SIGKILL");
    const [line] = await told;
    assert.match(line, /started again/);
  }

  /** A deme of the command line; this command and its settings, without end. */
  async native(name, seed, command = SMALL.command, room = "kitchen") {
    const kept = join(this.folder, name);
    const deme = ["--room", room, "--deme", name, "--network", this.deme, "--checkpoint", kept];
    const words = [...command, "--seed", seed, "--generations", 100_000, "--workers", 1, "--json", ...deme];
    const env = this.trusted ? { ...process.env, SSL_CERT_FILE: this.trusted } : process.env;
    const child = spawn(COMMAND, words.map(String), { env, stdio: ["ignore", "pipe", "inherit"] });
    this.natives.add(child);
    const lines = createInterface({ input: child.stdout });
    await once(lines, "line");
    return {
      checkpoint: () => readFile(kept, "utf8"),
      stop: async () => {
        this.natives.delete(child);
        child.kill("SIGKILL");
        await once(child, "exit");
        return readFile(kept, "utf8");
      },
    };
  }

  /** Sends these bytes to the room, as a deme of that name. */
  async junk(name, texts) {
    const { hostname, port, username, password } = new URL(this.deme.replace("nats:", "http:"));
    const socket = connect(Number(port), hostname);
    await once(socket, "data");
    const sent = texts.map((text) => `PUB mp.v1.offer.kitchen.${name} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
    const user = JSON.stringify({ user: username, pass: password, verbose: false, pedantic: false });
    socket.write(`CONNECT ${user}\r\n${sent.join("")}PING\r\n`);
    for (let heard = ""; !heard.includes("PONG");) {
      const [bytes] = await once(socket, "data");
      heard += bytes;
      assert.doesNotMatch(heard, /-ERR/);
    }
    socket.destroy();
  }

  /** Goes on with a kept run to the end of the generation under way, and makes it again from its settings and its log: both are equal. */
  async repeats(name, checkpoint) {
    const [kept, on, again] = ["kept", "on", "again"].map((one) => join(this.folder, `${name}-${one}`));
    await writeFile(kept, checkpoint);
    const scored = checkpoint.match(/^(generation|record) /gm).length;
    const words = ["evolve", "--resume", kept, "--generations", String(scored), "--json", "--checkpoint"];
    const run = (...more) => promisify(execFile)(COMMAND, [...words, ...more], { maxBuffer: Infinity });
    const [resumed, replayed] = [await run(on), await run(again, "--replay")];
    assert.equal(replayed.stdout.trim().split("\n").length, scored + 2, "every generation is made again");
    const champion = (stdout) => stdout.trim().split("\n").at(-1);
    assert.equal(champion(replayed.stdout), champion(resumed.stdout));
    assert.equal(await readFile(again, "utf8"), await readFile(on, "utf8"), `${name} is repeated from its log`);
    return scored;
  }

  async stop() {
    for (const native of this.natives) native.kill("SIGKILL");
    await Promise.all([...this.natives].map((native) => once(native, "exit")));
    this.child.kill("SIGINT");
    await once(this.child, "exit");
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Those that entered a run, with their generations. */
export function immigrants(checkpoint) {
  return [...checkpoint.matchAll(/^immigrant (\d+) (\S+)$/gm)].map(([, generation, program]) => ({
    generation: Number(generation),
    program,
  }));
}

/** What this window has stored of its run. */
export async function keptRun(page, name) {
  const { stores } = await dump(page, name);
  const [[, { checkpoint }]] = stores.find(({ name }) => name === "states").entries;
  return checkpoint;
}

// The file of games that was opened last, and which of its games is asked for.

import type { Player } from "../host/player.ts";
import type { GameFile } from "../worker/protocol.ts";
import { type Collection, readCollection } from "./collection.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";
import { textOf } from "./text-of.ts";

/** What messages about it, and about positions that are set up, are about. */
export const SET_UP = "set-up";
/** Bytes of a file with games (our choice): some ten thousand of them. */
const LARGEST = 10_000_000;

/** Puts a game onto the board, unless another was asked for meanwhile. */
type Present = (read: GameFile, text: string, isAsked?: () => boolean) => Promise<void>;

export class OpenedFile {
  readonly #store: Store;
  readonly #player: Player;
  readonly #present: Present;
  readonly #analyse: () => Promise<void>;
  #collection: Collection | null = null;

  /** `analyse` turns the board to where the list of games is. */
  constructor(store: Store, player: Player, present: Present, analyse: () => Promise<void>) {
    this.#store = store;
    this.#player = player;
    this.#present = present;
    this.#analyse = analyse;
  }

  /** Its first game comes onto the board. */
  async open(file: File): Promise<void> {
    if (file.size > LARGEST)
      return this.#store.trouble(
        `${file.name} is too large for the board, which opens files of up to 10 MB.`,
        SET_UP,
      );
    await this.openText(textOf(new Uint8Array(await file.arrayBuffer())), file.name);
  }

  async openText(text: string, name: string): Promise<void> {
    try {
      const read = await this.#player.call("read_game", { text });
      const collection = read.games > 1 ? await readCollection(text) : null;
      await this.#present(read, collection?.text(0) ?? text);
      this.#collection = collection;
      this.#store.changePlay({ file: collection && { name, games: collection.games, at: 0 } });
    } catch (error) {
      await this.#openOthers(text, name, error);
    }
  }

  /** The first game cannot be read: where there are more, they are listed. */
  async #openOthers(text: string, name: string, error: unknown): Promise<void> {
    const collection = await readCollection(text);
    // Every paragraph would be a game: tags tell them from a text.
    if (collection.games.length < 2 || !/^\s*\[\w+\s+"/m.test(text))
      return this.#store.trouble(`${name} cannot be opened on the board: ${reason(error)}.`, SET_UP);
    await this.#analyse();
    this.#collection = collection;
    this.#store.changePlay({ file: { name, games: collection.games, at: null } });
    this.#refuse(name, 0, error);
  }

  #refuse(name: string, at: number, error: unknown): void {
    const line = this.#collection?.line(at);
    const game = `Game ${at + 1} of ${name}, from line ${line} on,`;
    this.#store.trouble(`${game} cannot be opened on the board: ${reason(error)}.`, SET_UP);
  }

  async openGame(at: number): Promise<void> {
    const { file } = this.#store.state.play;
    const collection = this.#collection;
    if (!file || !collection || !file.games[at]) return;
    // At once, so that who presses twice comes two games further.
    this.#store.changePlay({ file: { ...file, at } });
    const isAsked = () => collection === this.#collection && this.#store.state.play.file?.at === at;
    try {
      const text = collection.text(at);
      const read = await this.#player.call("read_game", { text });
      if (isAsked()) await this.#present(read, text, isAsked);
      // What was put aside for it was no game of the file.
      const now = this.#store.state.play.file;
      if (collection === this.#collection && now?.at === null)
        this.#store.changePlay({ file: { ...now, at } });
    } catch (error) {
      if (isAsked()) this.#store.changePlay({ file: { ...file, at: file.at } });
      this.#refuse(file.name, at, error);
    }
  }

  close(): void {
    this.#collection = null;
    this.#store.changePlay({ file: null });
  }
}

// Programs come as chromosome text or as whole links.

import { WorkerEnded } from "../host/line.ts";
import type { Player } from "../host/player.ts";
import { linkIn } from "../link.ts";
import type { OwnPrograms, Seat } from "../model.ts";
import { LONGEST } from "./program-file.ts";
import { reason } from "./reason.ts";
import { PASTED } from "../titles.ts";

/** The chromosome in what a person pasted: itself, or a whole link. Throws what is wrong with it. */
export function chromosomeIn(pasted: string): string {
  const text = pasted.trim();
  if (text === "") throw new Error("there is nothing in the field");
  if (text.length > LONGEST) throw new Error(`it is ${text.length} characters long`);
  if (text.includes("#x=")) throw new Error("it is the link of an experiment, not of a program");
  const at = text.indexOf("#c=");
  return at < 0 ? text : (linkIn(text.slice(at))?.text ?? "");
}

/** A line that says nothing of a program; the end of a link begins alike. */
const REMARK = /^\s*(#(?![cx]=)|$)/;

/** The same lines with chromosomes alone: remarks become empty lines. Throws what is wrong with the first that is neither. */
export function chromosomesIn(pasted: string): string {
  const lines = pasted.split(/\r?\n/).map((line, at) => {
    try {
      // A link without a chromosome is not an empty line: it is refused as it is.
      return REMARK.test(line) ? "" : chromosomeIn(line) || line;
    } catch (error) {
      throw new Error(`line ${at + 1}: ${reason(error)}`);
    }
  });
  return lines.join("\n");
}

/** Programs of a system that may coevolve, in what a person pasted; or what is wrong with it. */
export async function ownPrograms(player: Player, system: string, text: string): Promise<OwnPrograms> {
  if (text.trim() === "") return { text, programs: [], wrong: null };
  try {
    const programs = await player.call("initial_programs", { lines: chromosomesIn(text), system });
    return { text, programs, wrong: null };
  } catch (error) {
    // That is no fault of the text.
    if (error instanceof WorkerEnded) throw error;
    return { text, programs: [], wrong: reason(error) };
  }
}

/** The program in what a person pasted. Rejects with what is wrong with it. */
export async function pastedSeat(player: Player, text: string): Promise<Seat> {
  const program = await player.call("program", { text: chromosomeIn(text) });
  return { text: program.text, title: PASTED };
}

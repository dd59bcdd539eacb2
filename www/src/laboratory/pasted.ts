// Programs come as chromosome text or as whole links.

import type { Player } from "../host/player.ts";
import type { Seat } from "../model.ts";

/** Longer texts are not looked at: no link to a program comes near. */
const LONGEST = 2_000;

/** The chromosome in what a person pasted: itself, or a whole link. Throws what is wrong with it. */
export function chromosomeIn(pasted: string): string {
  const text = pasted.trim();
  if (text === "") throw new Error("there is nothing in the field");
  if (text.length > LONGEST) throw new Error(`it is ${text.length} characters long`);
  if (text.includes("#x=")) throw new Error("it is the link of an experiment, not of a program");
  const [address, chromosome] = text.split("#c=");
  return chromosome ?? address ?? "";
}

/** The program in what a person pasted. Rejects with what is wrong with it. */
export async function pastedSeat(player: Player, text: string): Promise<Seat> {
  const program = await player.call("program", { text: chromosomeIn(text) });
  return { text: program.text, title: "Pasted program" };
}

// What the board sounds like: tones made on the spot, of every move that is played there. Off at first.

import { html, type TemplateResult } from "lit-html";
import type { Play } from "../model.ts";
import type { Context, View } from "./context.ts";

export type Sound = "move" | "capture" | "check" | "end";

/** Frequencies in hertz, one after the other. */
const TONES: Record<Sound, number[]> = {
  move: [330],
  capture: [330, 220],
  check: [330, 660],
  end: [262, 330, 392],
};
const TONE_S = 0.09;
const LOUDNESS = 0.2;

export function soundsView({ page }: Context): View {
  let before: Play | null = null;
  let audio: AudioContext | null = null;
  const hear = (now: Play) => {
    const sound = before && now.sounds ? soundOf(before, now) : null;
    before = now;
    if (!sound) return;
    audio ??= new AudioContext();
    play(audio, TONES[sound]);
  };
  const set = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLInputElement) page.setSounds(currentTarget.checked);
  };
  return ({ play }): TemplateResult => {
    hear(play);
    return html`<label class="sounds"><input type="checkbox" .checked=${play.sounds} @change=${set} /> Sounds</label>`;
  };
}

/** Of a move that was played meanwhile; null where a position was only looked at, or another game came. */
export function soundOf(before: Play, now: Play): Sound | null {
  const [old, position] = [before.position, now.position];
  if (!old || !position || old === position || before.mode !== now.mode) return null;
  const length = old.history.length;
  const last = position.history[length];
  const isNext =
    position.history.length === length + 1 && position.history[length - 1]?.fen === old.history.at(-1)?.fen;
  if (!last || !isNext || before.start !== now.start) return null;
  if (position.result !== null) return "end";
  if (position.in_check) return "check";
  return last.san.includes("x") ? "capture" : "move";
}

function play(audio: AudioContext, tones: number[]): void {
  // A context that began without a person's gesture waits for one.
  void audio.resume();
  tones.forEach((frequency, at) => {
    const [from, to] = [audio.currentTime + at * TONE_S, audio.currentTime + (at + 1) * TONE_S];
    const gain = new GainNode(audio, { gain: LOUDNESS });
    gain.gain.setValueAtTime(LOUDNESS, from);
    gain.gain.exponentialRampToValueAtTime(0.001, to);
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(to);
  });
}

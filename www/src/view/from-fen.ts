import { html, nothing } from "lit-html";
import type { Context, View } from "./context.ts";
import type { PositionEditor } from "./position-editor.ts";

/** Any position to start from, pasted as FEN or set up piece by piece; or a whole game. */
export function fromFenView(context: Context): View {
  const { page, redraw } = context;
  let fen = "";
  let editor: PositionEditor | null = null;
  let isMissing = false;
  /** It is to be opened, once it is drawn. */
  let isDue = false;
  const typed = (event: Event) => {
    fen = (event.currentTarget as HTMLInputElement).value;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (fen.trim() === "") return;
    page.setUp(fen.trim());
    const form = event.currentTarget as HTMLFormElement;
    form.closest(".room")?.querySelector(".board")?.scrollIntoView({ block: "nearest" });
  };
  const edit = async () => {
    try {
      editor ??= (await import("./position-editor.ts")).positionEditor(context);
      isMissing = false;
      isDue = true;
    } catch {
      isMissing = true;
    }
    redraw();
  };
  return () => {
    if (isDue) queueMicrotask(() => editor?.open(page.state.play.shown?.fen ?? ""));
    isDue = false;
    return html`
    <form class="from-fen" @submit=${submit}>
      <label for="fen">Start from FEN</label>
      <input id="fen" type="text" placeholder="or a game as PGN" autocomplete="off" spellcheck="false" .value=${fen} @input=${typed} />
      <button>Set up</button>
      <button type="button" class="plain" @click=${edit}>Position editor</button>
    </form>
    ${isMissing ? html`<p class="wrong" role="alert">The editor could not be loaded. Is the network there?</p>` : nothing}
    ${editor ? editor.draw() : nothing}
  `;
  };
}

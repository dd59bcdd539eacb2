import { html, type TemplateResult } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import type { Context, Drawn } from "./context.ts";
import { inSheetView, troubleView } from "./trouble.ts";

/**
 * A modal dialog with a heading and a close button; closed by Escape and by a click beside it as well. What the page says meanwhile is
 * said in it: nothing outside of it can be pressed or heard.
 */
export interface Dialog {
  open(): void;
  close(): void;
  draw(body: () => Drawn): TemplateResult;
}

/** `onClose`: however it is closed. */
export function dialog(title: string, id: string, context: Context, onClose = () => {}): Dialog {
  const { page, redraw } = context;
  const messages = [troubleView(context), inSheetView(context)];
  const element: Ref<HTMLDialogElement> = createRef();
  const close = () => element.value?.close();
  const closed = () => {
    onClose();
    redraw();
  };
  // What is dragged out of it and let go does not close it.
  let begun: EventTarget | null = null;
  const down = (event: Event) => {
    begun = event.target;
  };
  const beside = (event: Event) => event.target === element.value && begun === element.value && close();
  return {
    open() {
      element.value?.showModal();
      redraw();
    },
    close,
    draw: (body) => html`
      <dialog class="sheet" aria-labelledby=${id} ${ref(element)} @pointerdown=${down} @click=${beside} @close=${closed}>
        <div class="sheet-body">
          <div class="sheet-head">
            <h2 id=${id}>${title}</h2>
            <button class="plain" @click=${close}>Close</button>
          </div>
          ${element.value?.open ? [...messages.map((view) => view(page.state)), body()] : null}
        </div>
      </dialog>
    `,
  };
}

/** Whether one stands before the page, and says its messages. */
export function isDialogOpen(): boolean {
  return document.querySelector("dialog.sheet:modal") !== null;
}

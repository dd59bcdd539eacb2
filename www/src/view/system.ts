import { html } from "lit-html";
import type { View } from "./context.ts";

const HELP =
  "ACPP: Automatic Chess Program Programmer. A population of evaluation functions, bred by a genetic algorithm.\nSource: Tunstall-Pedoe, ICCA Journal 14(3), 1991";

/** The choice of experiment; there is one so far. */
export function systemView(): View {
  return () => html`
    <section class="system">
      <div class="field">
        <label for="system">System</label>
        <select id="system" aria-describedby="system-about" data-help=${HELP}>
          <option value="acpp">ACPP 1991</option>
        </select>
      </div>
      <p id="system-about" class="quiet">
        A genetic algorithm over 145 bits. A program is fit when it finds the moves that grandmasters played.
      </p>
    </section>
  `;
}

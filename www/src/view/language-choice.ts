// The language of the page, by hand. The page begins anew in it: what runs and what is played goes on as after any reload.

import { html, type TemplateResult } from "lit-html";
import { chooseLanguage, language, LANGUAGES } from "../language/language.ts";

export function languageChoice(): TemplateResult {
  const choose = ({ currentTarget }: Event) => chooseLanguage((currentTarget as HTMLSelectElement).value);
  return html`<select class="language" aria-label="Language" title="Language" @change=${choose}>
    ${Object.entries(LANGUAGES).map(
      ([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language}>${name}</option>`,
    )}
  </select>`;
}

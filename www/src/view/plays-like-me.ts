// Whose games a program is to play like: by user name, or from files; then who of the players named there.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { say, translate } from "../language/language.ts";
import type { PlaysLikeMe, State, Wish } from "../model.ts";
import { named } from "../named.ts";
import { monthOf } from "../sites/chess-com.ts";
import { SITE_NAMES } from "../sites/wish.ts";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { counted, grouped } from "./format.ts";

export const TITLE = "A program that plays like me";

const SPEEDS: Record<Wish["speed"], string> = {
  any: "Any speed",
  bullet: "Bullet",
  blitz: "Blitz",
  rapid: "Rapid",
  classical: "Classical",
  correspondence: "Correspondence",
};
const RATED: Record<Wish["rated"], string> = { any: "Any", rated: "Rated", casual: "Casual" };
const COLOURS: Record<Wish["colour"], string> = {
  both: "Both colours",
  white: "As White",
  black: "As Black",
};
const COUNTS = [100, 200, 500, 1000, 2000];

const USUAL: Wish = { site: "lichess", name: "", speed: "any", rated: "any", colour: "both", count: 500 };

/** Opens it. */
export function playsLikeMeButton({ page }: Context): TemplateResult {
  return html`<p class="links"><button class="plain" @click=${() => page.openPlaysLikeMe()}>Learn from my own games</button></p>`;
}

export function playsLikeMeView(context: Context): View {
  const { page, redraw } = context;
  const sheet = dialog(TITLE, "plays-like-me-title", context, () => page.closePlaysLikeMe());
  const files: Ref<HTMLInputElement> = createRef();
  const form: Ref<HTMLFormElement> = createRef();
  let wish = USUAL;
  let isShown = false;

  const wishFor = (part: Partial<Wish>) => {
    wish = { ...wish, ...part };
    // Chess.com has no such class of games.
    if (wish.site === "chess.com" && wish.speed === "classical") wish = { ...wish, speed: "any" };
    redraw();
  };
  const get = (event: Event) => {
    event.preventDefault();
    page.fetchOwnGames({ ...wish, name: wish.name.trim() });
  };
  const chosen = () => {
    const taken = [...(files.value?.files ?? [])];
    if (files.value) files.value.value = "";
    page.takeOwnGames(taken);
  };
  const learn = (event: Event) => {
    event.preventDefault();
    page.learnToPlayLikeMe();
  };

  const bySite = ({ came }: PlaysLikeMe) => html`
    <form @submit=${get}>
      <fieldset class="plain-set" ?disabled=${came !== null}>
        <legend class="unseen">By user name</legend>
        <div class="wish-site" role="radiogroup" aria-label="Site">
          ${Object.entries(SITE_NAMES).map(
            ([site, name]) => html`<label>
              <input
                type="radio" name="site" value=${site} .checked=${live(wish.site === site)}
                @change=${() => wishFor({ site: site as Wish["site"] })} />
              ${name}
            </label>`,
          )}
        </div>
        <label class="wish-name">
          <span>User name</span>
          <input
            type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="50"
            .value=${live(wish.name)}
            @input=${(event: Event) => wishFor({ name: (event.currentTarget as HTMLInputElement).value })} />
        </label>
        <div class="wish-filters">
          ${choice<Wish["speed"]>("Speed", speedsOf(wish), wish.speed, (speed) => wishFor({ speed }))}
          ${choice<Wish["rated"]>("Rating", RATED, wish.rated, (rated) => wishFor({ rated }))}
          ${choice<Wish["colour"]>("Colour", COLOURS, wish.colour, (colour) => wishFor({ colour }))}
          ${choice("At most", COUNT_NAMES, `${wish.count}`, (count) => wishFor({ count: Number(count) }))}
        </div>
      </fieldset>
      <div class="buttons">
        <button class="primary" ${command(() => {}, came !== null)}>Get games</button>
        ${came === null ? nothing : html`<button type="button" @click=${() => page.stopOwnGames()}>Stop loading</button>`}
      </div>
    </form>
  `;

  const fromFiles = (or: string) => html`
    <p class="or">
      ${or} <button class="plain" @click=${() => files.value?.click()}>Choose files</button> with your games, or drop them here
      <input
        type="file" class="unseen" tabindex="-1" multiple accept=".pgn" aria-label="Files with your games"
        ${ref(files)} @change=${chosen} />
    </p>
  `;

  let seen: PlaysLikeMe["games"] = null;
  const whose = ({ games, name }: PlaysLikeMe) => {
    if (games !== seen) queueMicrotask(() => form.value?.scrollIntoView({ block: "nearest" }));
    seen = games;
    if (!games) return nothing;
    const type = (event: Event) => page.setOwnName((event.currentTarget as HTMLInputElement).value);
    return html`
      <form class="whose" @submit=${learn} ${ref(form)}>
        <label>
          <span>Whose games are these?</span>
          <input
            type="text" list="players-named" autocomplete="off" spellcheck="false" maxlength="50"
            aria-describedby="whose-about" .value=${live(name)} @input=${type} />
        </label>
        <datalist id="players-named">
          ${games.players.slice(0, LISTED).map(({ name, games }) => html`<option value=${name}>${counted(games, "game")}</option>`)}
        </datalist>
        <p id="whose-about" class="quiet" aria-live="polite">${about(games, name)}</p>
        <div class="buttons">
          <button class="primary" ${command(() => {}, named(games.players, name).games === 0)}>Learn from these games</button>
        </div>
      </form>
    `;
  };

  const body = ({ plays_like_me: own, exchange: { can_connect } }: State) => {
    return html`
      <p>
        It starts with what masters play and learns, from your games alone, what <em>you</em> play. A fifth of your games is
        kept apart to measure how many of your moves it finds.
      </p>
      ${can_connect ? byFilesAlone : bySite(own)} ${fromFiles(can_connect ? "" : say("or"))}
      ${own.came === null ? nothing : html`<p>${own.came === 0 ? "Waiting for the first game." : `${counted(own.came, "game")} so far.`}</p>`}
      <div aria-live="polite">
        ${own.said ? html`<p>${own.said}</p>` : nothing}
      </div>
      ${own.wrong ? wrong(own.wrong) : nothing} ${whose(own)}
      <p class="quiet">
        ${can_connect ? nothing : "Your browser asks the site you choose for the games of that name, and for nothing else."}
        They are read on this machine and sent nowhere.
      </p>
    `;
  };

  return (state) => {
    const { is_open } = state.plays_like_me;
    if (is_open !== isShown) queueMicrotask(is_open ? sheet.open : sheet.close);
    isShown = is_open;
    return sheet.draw(() => body(state));
  };
}

/** The policy of the page with a network lets it ask neither site. */
const byFilesAlone = html`<p class="quiet">
  This page, which can join rooms, gets no games by user name: <a href="./">the page without a network</a> does.
</p>`;

const COUNT_NAMES = Object.fromEntries(COUNTS.map((count) => [`${count}`, `${grouped(count)} games`]));

/** More names than these nobody looks through. */
const LISTED = 50;

function speedsOf({ site }: Wish): Record<string, string> {
  const { classical, ...others } = SPEEDS;
  return site === "chess.com" ? others : { ...others, classical };
}

function choice<T extends string>(
  label: string,
  names: Record<string, string>,
  chosen: string,
  choose: (value: T) => void,
): TemplateResult {
  const changed = (event: Event) => choose((event.currentTarget as HTMLSelectElement).value as T);
  return html`<label>
    <span>${label}</span>
    <select .value=${live(chosen)} @change=${changed}>
      ${Object.entries(names).map(([value, name]) => html`<option value=${value} ?selected=${value === chosen}>${name}</option>`)}
    </select>
  </label>`;
}

/** Where the page gets nothing, a person may: the address is that of the games themselves. */
function wrong({ text, address }: NonNullable<PlaysLikeMe["wrong"]>): TemplateResult {
  const archive = address === null ? null : monthOf(address);
  return html`
    <div class="wrong" role="alert">
      <p>${text}</p>
      ${
        address === null
          ? nothing
          : html`<p>
              Download there, drop here: <a href=${address} target="_blank" rel="noopener noreferrer">${address}</a>
              ${
                archive
                  ? html`<br />These are the games of one month, ${archive.month}/${archive.year}. For another, change year and month in the address.`
                  : nothing
              }
            </p>`
      }
    </div>
  `;
}

type Games = NonNullable<PlaysLikeMe["games"]>;

function about(games: Games, name: string): string {
  const number = named(games.players, name).games;
  if (number === 0) return `Nobody of that name is in ${translate(games.title)}.`;
  const few = number < FEW ? " Fewer than a hundred say little about how you play." : "";
  return `${counted(number, "game")} in ${translate(games.title)}.${few}`;
}

const FEW = 100;

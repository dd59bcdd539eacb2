import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { withSaid } from "../../build/language.ts";
import {
  type Catalogue,
  lookUp,
  preferred,
  say,
  sayCounted,
  translate,
  use,
} from "../../src/language/language.ts";
import { translated } from "../../src/language/lit-html.ts";
import { spokenMove } from "../../src/language/spoken-move.ts";

afterEach(() => use(null));

function speak(page: Catalogue, core: Catalogue = {}): void {
  use({ page, core });
}

/** The strings of a template, as a tag gets them. */
function strings(parts: TemplateStringsArray, ..._: unknown[]): TemplateStringsArray {
  return parts;
}

function inGerman(parts: TemplateStringsArray, german: Record<string, string>) {
  const { strings, order } = translated(parts, (text) => german[text]);
  return { strings: [...strings], order };
}

test("the language is the one chosen by hand, else the first of the browser's that the page has", () => {
  assert.equal(preferred(null, ["de-AT", "en"]), "de");
  assert.equal(preferred(null, ["fr-FR", "en-GB", "de"]), "en");
  assert.equal(preferred("en", ["de"]), "en");
  assert.equal(preferred("de", ["en-US"]), "de");
  assert.equal(preferred("tlh", ["DE"]), "de", "one that the page does not have counts as none");
  assert.equal(preferred(null, []), "en");
  assert.equal(preferred(null, ["constructor"]), "en");
});

test("the texts of a template are looked up, whatever white space is about them, and nothing else is", () => {
  const { strings: parts, order } = inGerman(
    strings`<p class="Play">
      Play
      now
    </p><button title="Play now" data-mode="Play now">${1}</button><code>Play now</code>`,
    { "Play now": "Jetzt spielen", Play: "wrong" },
  );
  assert.deepEqual(parts, [
    `<p class="Play">
      Jetzt spielen
    </p><button title="Jetzt spielen" data-mode="Play now">`,
    "</button><code>Play now</code>",
  ]);
  assert.deepEqual(order, [0]);
});

test("a translation has its holes in any order, twice, or leaves one out", () => {
  const german = {
    "{0} of {1} games": "von {1} Partien {0}",
    "{0}s agree": "alle gleich",
    "See {0}": "{0}: {0}",
  };
  const first = inGerman(strings`<b class=${0}></b><p>${1} of ${2} games</p><i>${3}</i>`, german);
  assert.deepEqual(first, {
    strings: ["<b class=", "></b><p>von ", " Partien ", "</p><i>", "</i>"],
    order: [0, 2, 1, 3],
  });
  assert.deepEqual(inGerman(strings`<p>${0}s agree</p>`, german), {
    strings: ["<p>alle gleich</p>"],
    order: [],
  });
  assert.deepEqual(inGerman(strings`<p aria-label="See ${0}">${1}</p>`, german), {
    strings: ['<p aria-label="', ": ", '">', "</p>"],
    order: [0, 0, 1],
  });
});

test("attributes whose values have angle brackets or functions end where they end", () => {
  const { strings: parts } = inGerman(strings`<a title="x > y" @click=${() => 1}>Open</a><!-- Open -->`, {
    Open: "Öffnen",
  });
  assert.deepEqual(parts, ['<a title="x > y" @click=', ">Öffnen</a><!-- Open -->"]);
});

test("without a catalogue a text is what stands there", () => {
  assert.equal(say("Play"), "Play");
  assert.equal(say`${2} of ${3}`, "2 of 3");
  assert.equal(sayCounted("{0} game", 1, "1"), undefined);
  assert.equal(translate("White mates"), "White mates");
});

test("what is composed is looked up by its parts, and unknown texts stay", () => {
  speak({ "{0} of {1}": "von {1} {0}", Play: "Spielen" });
  const twice = () => say`${2} of ${3}`;
  assert.equal(twice(), "von 3 2");
  assert.equal(twice(), "von 3 2");
  assert.equal(say("Play"), "Spielen");
  assert.equal(say`${1} and ${2}`, "1 and 2");
  assert.equal(lookUp("toString"), undefined);
});

test("a number has the form of the word that the language has for it", () => {
  speak({ "{0} game": { one: "{0} Partie", other: "{0} Partien" }, "{0} node": "{0} Knoten" });
  assert.equal(sayCounted("{0} game", 1, "1"), "1 Partie");
  assert.equal(sayCounted("{0} game", 0, "0"), "0 Partien");
  assert.equal(sayCounted("{0} game", 1200, "1.200"), "1.200 Partien");
  assert.equal(sayCounted("{0} node", 1, "1"), "1 Knoten");
});

test("what the core says is found by its pattern, and so is what stands in its holes", () => {
  speak({}, { White: "Weiß", "{0} mates": "{0} setzt matt", "1-0 {0}": "1-0 {0}", "a (b) {0}": "A (B) {0}" });
  assert.equal(translate("1-0 White mates"), "1-0 Weiß setzt matt");
  assert.equal(translate("a (b) c"), "A (B) c");
  assert.equal(translate("Whitehead"), "Whitehead");
  assert.equal(translate("Magnus mates"), "Magnus setzt matt");
});

test("the build has texts looked up where they are read, and leaves what is compared, named or asked for", () => {
  const code = `
    const NAMES = { "Play now": "Play now", play: "Play" };
    if (name === "Play now") find.querySelector("Play now");
    const text = \`\${count} of \${"Play"}\` as string;
    const quiet = "play";
    html\`<p class=\${"Play"} title=\${"Play"}>\${"Play"}</p>\`;
    say("Play");`;
  const known = new Set(["Play now", "Play", "play", "{0} of {1}"]);
  const said = withSaid(code, "some.ts", (text) => known.has(text));
  assert.equal(
    said.slice(said.indexOf(";") + 1),
    `
    const NAMES = { "Play now": __say("Play now"), play: __say("Play") };
    if (name === "Play now") find.querySelector("Play now");
    const text = __say\`\${count} of \${__say("Play")}\` as string;
    const quiet = "play";
    html\`<p class=\${"Play"} title=\${__say("Play")}>\${__say("Play")}</p>\`;
    say("Play");`,
  );
});

test("a move is read out in words of the language", () => {
  const german = (san: string) => spokenMove(san, "de");
  assert.equal(german("e4"), "e4");
  assert.equal(german("exd5"), "e schlägt d5");
  assert.equal(german("Nbd7+"), "Springer b d7, Schach");
  assert.equal(german("Qxf7#"), "Dame schlägt f7, matt");
  assert.equal(german("bxa8=Q+"), "b schlägt a8, Dame, Schach");
  assert.equal(german("O-O-O+"), "lange Rochade, Schach");
  assert.equal(german("O-O"), "kurze Rochade");
  assert.equal(german("--"), "--");
  assert.equal(spokenMove("Nf3", "en"), "Nf3");
});

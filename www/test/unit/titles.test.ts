// What the page calls programs is stored in English, and shown in any language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { core, page } from "../../src/language/de.ts";
import { translate, use } from "../../src/language/language.ts";
import * as titles from "../../src/titles.ts";

const {
  afterRounds,
  at,
  before,
  bestOfFirst,
  bestOfRun,
  championOf,
  championOfExperiment,
  championOfRun,
  championsOfRuns,
  experimentOf,
  fromFile,
  gamesAt,
  generationOfRun,
  linkedPrograms,
  mastersFor,
  named,
  ofDepth,
  ofFixedDepth,
  outsideItsRun,
  programsOfYourOwn,
  putAside,
  takenOut,
  withOtherDepthModule,
} = titles;

/** With what German makes of them. */
const ALL: [string, string][] = [
  [generationOfRun(12), "Generation 12 dieses Laufs"],
  [outsideItsRun(named("Rudi", generationOfRun(12))), "Rudi (Generation 12)"],
  [named("Rudi", titles.FROM_LINK), "Rudi (Programm aus einem Link)"],
  [named("Black", titles.PASTED), "Black (Eingefügtes Programm)"],
  [fromFile("mine.json"), "Programm aus mine.json"],
  [
    withOtherDepthModule(at("Evolved order", "generation", 4)),
    "Gezüchtete Reihenfolge, Generation 4, Tiefenmodul geändert",
  ],
  [ofFixedDepth(1), "EvoChess Klasse 2 (1 Halbzug)"],
  [ofFixedDepth(3), "EvoChess Klasse 6 (3 Halbzüge)"],
  [ofDepth(2), "Tiefe 2"],
  [at("Coevolved", "generation", 3), "Koevolviert, Generation 3"],
  [at(titles.LEARNED, "step", 8), "Aus Partien gelernt, Schritt 8"],
  [before(at(titles.LEARNED, "step", 8)), "Vorher: Aus Partien gelernt, Schritt 8"],
  [bestOfRun(20, 50, 12, false), "Die 20 besten der 50 Programme von Generation 12 dieses Laufs"],
  [bestOfRun(50, 50, 12, false), "Die 50 Programme von Generation 12 dieses Laufs"],
  [bestOfRun(20, 50, 3, true), "Die 20 besten der 50 Programme von Generation 3 der Partien"],
  [experimentOf("ACPP 1991", 5), "ACPP 1991, Startzahl 5"],
  [at(experimentOf("ACPP 1991", 5), "generation", 9), "ACPP 1991, Startzahl 5, Generation 9"],
  [championOfExperiment(experimentOf("ACPP 1991", 5)), "Champion von ACPP 1991, Startzahl 5"],
  [championOfExperiment("First try"), "Champion von First try"],
  [gamesAt("Ann", "Lichess"), "Ann bei Lichess"],
  [gamesAt("Ann", "Chess.com"), "Ann bei Chess.com"],
  [titles.BEFORE_LINKED, "Vorher: Programm eines Links"],
  [
    putAside("play", named("Rudi", titles.FROM_LINK)).why,
    "Deine Partie gegen Rudi (Programm aus einem Link) wurde beiseitegelegt.",
  ],
  [putAside("analyse").why, "Die Analyse wurde beiseitegelegt."],
];

test("titles are told in German", () => {
  use({ page, core });
  const told = ALL.map(([title]) => translate(title));
  use(null);
  assert.deepEqual(
    told,
    ALL.map(([, german]) => german),
  );
});

test("German has every title", () => {
  const constants = Object.values(titles).flatMap((title) => (typeof title === "string" ? [title] : []));
  const stages = Object.values(titles.STAGE_TITLES).flatMap(({ after, first }) => [after, first]);
  const others = [
    championOfRun(2),
    championOf("Coevolved", 2),
    championsOfRuns(3),
    bestOfFirst("Coevolved"),
    afterRounds(5),
  ];
  const begun = [
    linkedPrograms(3),
    programsOfYourOwn(3),
    mastersFor("Ann"),
    takenOut(2).why,
    titles.RESIGNED.why,
  ];
  use({ page, core });
  const same = [...constants, ...stages, ...others, ...begun].filter((title) => translate(title) === title);
  use(null);
  assert.deepEqual(same, []);
});

test("English stays as it is", () => {
  for (const [title] of ALL) assert.equal(translate(title), title);
});

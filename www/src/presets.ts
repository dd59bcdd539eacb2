// Experiments to begin with, by what a person wants to see. Whatever they choose is chosen in the form too.

import type { StageName } from "./model.ts";

export interface Preset {
  title: string;
  /** What one will see. */
  says: string;
  system: string;
  stage: StageName;
}

export const PRESETS: readonly Preset[] = [
  {
    title: "ACPP 1991",
    says: "Ten numbers in 145 bits: programs that find more of the masters' moves have more offspring.",
    system: "acpp",
    stage: "imitation",
  },
  {
    title: "Imitate grandmasters (Falcon 2014)",
    says: "A grown evaluation of 35 parameters, bred from games alone until it chooses as grandmasters do.",
    system: "falcon",
    stage: "imitation",
  },
  {
    title: "Let them fight",
    says: "No games to learn from: everyone plays everyone, and who wins has offspring.",
    system: "falcon",
    stage: "coevolution",
  },
  {
    title: "Grow a search (EvoChess 2002)",
    says: "Programs decide for themselves how deep to look, and are bred by games against opponents of fixed depth.",
    system: "evochess",
    stage: "classes",
  },
  {
    title: "Learn from the tree (Meep 2009)",
    says: "One program with random weights plays itself, and learns from every position that it searches.",
    system: "meep",
    stage: "learning",
  },
];

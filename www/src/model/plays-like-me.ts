// A program that plays like one person.

/** Which games a person wants of a site. */
export interface Wish {
  site: "lichess" | "chess.com";
  /** Of the user. */
  name: string;
  speed: "any" | "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  rated: "any" | "rated" | "casual";
  colour: "both" | "white" | "black";
  /** So many at most, the newest first. */
  count: number;
}

/** Games that a program is to play like, before it learns from them. */
export interface PlaysLikeMe {
  /** Whether the person is asked for them. */
  is_open: boolean;
  /** How many have come of those under way; null while none are. */
  came: number | null;
  /** Of what came, in a sentence; null where there is nothing to say. */
  said: string | null;
  /** Why nothing came, and where the games can be downloaded instead. */
  wrong: { text: string; address: string | null } | null;
  games: { title: string; players: NamedPlayer[] } | null;
  /** Whose moves are to be learned. */
  name: string;
}

/** A player named in games. */
export interface NamedPlayer {
  name: string;
  games: number;
}

/** How many held-out moves of its player a program finds, beside another program, as the core says it. */
export interface Likeness {
  positions: number;
  games: number;
  found: number;
  found_by_other: number;
  /** How many more than the other, a move: the ends of the 95 % interval. Null where games are too few. */
  more: [number, number] | null;
  /** Some of the positions where it would play otherwise. */
  differences: Difference[];
}

export interface Difference {
  fen: string;
  /** Of the move. */
  number: number;
  is_white: boolean;
  /** In SAN and in UCI. */
  played: [string, string];
  chosen: [string, string];
  is_found_by_other: boolean;
}

// Programs that travel between demes.

/** A room, in which demes exchange programs. */
export interface Room {
  /** The address of its server, with user and password; empty between the tabs of a browser. */
  server: string;
  room: string;
  /** What others call the deme of this tab. */
  deme: string;
}

/** A deme elsewhere, as it tells of itself. */
export interface Peer {
  deme: string;
  /** That it has scored. */
  generation: number;
  /** The best fitness there. */
  best: number;
}

/** A program that came from another deme. */
export interface Entered {
  deme: string;
  program: string;
  /** The generation that it entered. */
  generation: number;
}

/** The exchange of programs with demes elsewhere. */
export interface Exchange {
  /** Whether this page may reach demes on other computers. */
  can_connect: boolean;
  /** Between the tabs of this browser, over a network, or not at all. */
  way: "none" | "tabs" | "network";
  room: Room;
  connection: "closed" | "connecting" | "open" | "lost";
  /** That the room could not be joined, or that its connection ended, and why. */
  trouble: string | null;
  /** How many programs went out. */
  sent: number;
  peers: Peer[];
  /** How many programs came, and the last of them. */
  came: number;
  entered: Entered[];
  /** Why the last that was to enter could not; null where it did. */
  refused: string | null;
}

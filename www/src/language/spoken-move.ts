// A move as it is read out. In English screen readers read the notation as it stands; its letters mean nothing in other languages.

import { language } from "./language.ts";

const GERMAN: Record<string, string> = {
  K: "König",
  Q: "Dame",
  R: "Turm",
  B: "Läufer",
  N: "Springer",
};
const SAN = /^([KQRBN])?([a-h]?[1-8]?)(x)?([a-h][1-8])(?:=([QRBN]))?([+#])?$/;

/** "Nxf3+" as "Springer schlägt f3, Schach". What is no notation of a move stays as it is. */
export function spokenMove(san: string, spoken = language): string {
  if (spoken === "en") return san;
  const castling = /^(O-O(?:-O)?)([+#])?$/.exec(san);
  if (castling) return `${castling[1] === "O-O" ? "kurze" : "lange"} Rochade${ending(castling[2])}`;
  const [, man, from, takes, to, promotion, end] = SAN.exec(san) ?? [];
  if (!to) return san;
  const words = [man ? GERMAN[man] : "", from, takes ? "schlägt" : "", to].filter(Boolean).join(" ");
  return `${words}${promotion ? `, ${GERMAN[promotion]}` : ""}${ending(end)}`;
}

function ending(sign: string | undefined): string {
  if (sign === "+") return ", Schach";
  return sign === "#" ? ", matt" : "";
}

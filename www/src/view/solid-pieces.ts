// The chess symbols of Font Awesome Free as pieces: Black's dark, White's light, both with an outline, so that they stand out from
// every square. Chessground's stylesheet names the elements.

import { faChessBishop } from "@fortawesome/free-solid-svg-icons/faChessBishop";
import { faChessKing } from "@fortawesome/free-solid-svg-icons/faChessKing";
import { faChessKnight } from "@fortawesome/free-solid-svg-icons/faChessKnight";
import { faChessPawn } from "@fortawesome/free-solid-svg-icons/faChessPawn";
import { faChessQueen } from "@fortawesome/free-solid-svg-icons/faChessQueen";
import { faChessRook } from "@fortawesome/free-solid-svg-icons/faChessRook";

/** How many units of the symbol a square is wide: a pawn is smaller than the others, which its symbol is not. */
const SIDE = 700;
const SYMBOLS: [role: string, symbol: typeof faChessKing, side: number][] = [
  ["king", faChessKing, SIDE],
  ["queen", faChessQueen, SIDE],
  ["rook", faChessRook, 740],
  ["bishop", faChessBishop, SIDE],
  ["knight", faChessKnight, SIDE],
  ["pawn", faChessPawn, 800],
];
const COLOURS = [
  ["white", "#fff", "#1f2225"],
  ["black", "#24282c", "#f2f2f2"],
] as const;
/** Of the square: where the symbols stand, and half of it the outline. */
const FOOT = 0.11;
const OUTLINE = 0.045;

const rules = SYMBOLS.flatMap(([role, { icon }, side]) =>
  COLOURS.map(([colour, fill, ink]) => {
    const [width, height, , , path] = icon;
    const [x, y] = [(width - side) / 2, height + FOOT * side - side];
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${side} ${side}"><path d="${path}" fill="${fill}" stroke="${ink}" stroke-width="${OUTLINE * side}" stroke-linejoin="round" paint-order="stroke"/></svg>`;
    return `[data-pieces="solid"] .cg-wrap piece.${role}.${colour} { background-image: url("data:image/svg+xml,${encodeURIComponent(drawing)}"); }`;
  }),
);
const sheet = new CSSStyleSheet();
sheet.replaceSync(rules.join("\n"));
document.adoptedStyleSheets.push(sheet);

// How a move is written: in SAN or UCI, in the letters that the core reads. Whether it is legal only the core knows.

const MOVE = /^([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBN])?|[O0]-[O0](-[O0])?)[+#!?]*$/i;
/** Only a pawn's move can be written so; what begins with b may be a bishop's. */
const TO_LAST_RANK = /^([ac-h]x?)?[a-h][18][+#!?]*$/;

export function isMove(text: string): boolean {
  return MOVE.test(text);
}

/** Whether a pawn becomes something by it, and it does not say what. */
export function lacksPromotion(text: string): boolean {
  return TO_LAST_RANK.test(text);
}

/** Whether the text is nothing but moves, two or more, without their numbers. */
export function areMoves(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return (
    words.length > 1 &&
    words.every((word, at) => isMove(word) || (at > 0 && /^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)))
  );
}

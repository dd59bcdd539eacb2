// Players whose name is this, or else those whose name contains it: what the filter *Player* takes.

interface Player {
  name: string;
  games: number;
}

/** How many games they have, and what the filter says. */
export function named(players: readonly Player[], name: string): { games: number; filter: string } {
  const wanted = name.trim();
  const is = (player: Player) => player.name.toLowerCase() === wanted.toLowerCase();
  const contains = (player: Player) => player.name.toLowerCase().includes(wanted.toLowerCase());
  const isWhole = players.some(is);
  const those = wanted === "" ? [] : players.filter(isWhole ? is : contains);
  return {
    games: those.reduce((sum, { games }) => sum + games, 0),
    filter: isWhole ? `"${wanted}"` : wanted,
  };
}

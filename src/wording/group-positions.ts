/** The positions of seats, each once with those who hold it. */
export function groupPositions(
  positions: readonly { seat: string; text: string }[],
): { text: string; seats: string[] }[] {
  return [...new Set(positions.map(({ text }) => text))].map((text) => ({
    text,
    seats: positions.filter((one) => one.text === text).map(({ seat }) => seat),
  }));
}

/** Quotes an argument for a shell where it needs that, for commands that a person is to type. */
export function quoteArgument(argument: string): string {
  return /^[\w./:@%+=,][\w./:@%+=,-]*$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

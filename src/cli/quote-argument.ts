/** Quotes an argument for a shell, for commands that a person is to type. */
export function quoteArgument(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

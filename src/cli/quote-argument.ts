/** An argument as a shell takes it, whatever is in it: for commands that are shown to be typed. */
export function quoteArgument(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

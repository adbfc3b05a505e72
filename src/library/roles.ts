/** Writes roles for people to read. */

/** The maximum length of a role, in characters. */
export const maxRoleCharacters = 60;

/** `qa-lead` → `QA Lead`: words of two letters are abbreviations. */
export function nameRole(id: string): string {
  return id
    .split('-')
    .map((word) =>
      /^(?!of$)..$/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}

/** One line of at most 60 characters, without control characters; `…` marks a cut. */
export function cleanRole(text: string): string {
  return shortenLine(text, maxRoleCharacters);
}

/** One line of at most `limit` characters (code points), without control and direction characters. */
export function shortenLine(text: string, limit: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= limit) return line;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}

/** Whether nobody can see anything of a text: it holds only blanks, control characters, and characters without a picture. */
export function isBlank(text: string): boolean {
  // U+2800, the Braille cell without dots, is a picture by its class, and an empty one.
  return /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** Numbers as people write them, so that `2 000 tokens` is not read as `000 tokens`. */

/** Removes the blanks or apostrophes that group thousands (`2 000`, `10'000`) from the numbers of a text. */
export function joinThousands(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}.,])\d{1,3}(?:[\s'’]\d{3})+(?![\p{L}\p{N}])/gu, (number) =>
    number.replace(/[\s'’]/g, ''),
  );
}

/** Numbers with the word after them, such as `24hours`; a bare number says too little to be compared. */
export function listFigures(text: string): string[] {
  const figures = joinThousands(text.toLowerCase()).match(
    /(?<![\p{L}\p{N}.-])\d+(?:[.,]\d+)*[ \u00a0\u2009\u202f]?(?:%|\p{L}+)/gu,
  );
  return (figures ?? []).map((figure) => figure.replace(/[ \u00a0\u2009\u202f]/, ''));
}

/** Tells whether a text names something only to turn it down, in the languages in which people write to the panel. */

/** The shape of an id in a list: `DEC-002`, `req 3`. */
const idLike = String.raw`\p{L}+[\s_‐-―-]*\d+`;

/** Words that turn down what follows them. */
const before = [
  // English
  'not|no|never|neither|nor|against|without|unlike|reject\\w*|drop\\w*|replac\\w+|instead of|in place of|rather than|over',
  // German, Dutch, the Scandinavian languages
  'nicht|kein\\w*|nie|niemals|weder|noch|gegen|ohne|statt|anstatt|anstelle(?: von)?|lehn\\w+',
  'niet|geen|nooit|tegen|zonder|in plaats van|inte|ej|ingen|utan|ikke|ingen|uden|uten|i stället för|i stedet for',
  // French, Spanish, Italian, Portuguese
  'pas|ni|sans|contre|jamais|aucune?|plutôt que|au lieu de',
  'sin|contra|nunca|en lugar de|en vez de|né|non|senza|contro|invece di|não|nem|sem|em vez de',
  // Polish, Czech, Hungarian, Finnish, Turkish, Russian, Ukrainian, Greek
  'nie|bez|zamiast|ne|ani|místo|nem|sem|ei|eikä|ilman|не|ни|ні|без|против|проти|вместо|замість|όχι|χωρίς|αντί',
  // Vietnamese, Indonesian, Arabic, Hebrew
  'không|thay vì|tidak|bukan|tanpa|لا|ليس|بدون|לא|בלי|במקום',
].join('|');

/** Words that turn down what precedes them. */
const after = [
  'not|never|cannot|nicht|nie|niemals|pas|jamais|niet|nooit|inte|ej|ikke|non|não|nie|nem|ei|не|δεν|değil|yerine',
  'no (?:se|es|ser\\w*|fue|deb\\w*|pued\\w*|va|vale)|không|tidak|לא|नहीं',
].join('|');

/** Words that begin another thought, in which a negation is about something else. */
const otherThought =
  /(?:^|\s)(?:but|and|because|since|as|so|that|which|who|where|if|when|unless|aber|und|weil|da|wenn|sondern|mais|et|car|parce|pero|y|porque|si|ma|e|perché|mas|maar|en|omdat|men|och|og|fordi|ale|i|bo|но|и|а)(?=\s)/iu;

const listedBefore = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${before})(?:\s+[\p{L}-]+){0,2}(?:\s+${idLike}(?:\s*[,、،]|\s+\p{L}{1,4}(?=\s)))*\s*$`,
  'iu',
);
const saidAfter = new RegExp(
  String.raw`^((?:\s+[\p{L}'’-]+){0,2}?)\s+(?:[nN]['’]\p{L}+\s+)?(?:${after})(?![\p{L}\p{N}])(?!\s+(?:only|just|nur|bloß|seulement|solo|sólo|soltanto|apenas|alleen|bara|kun|tylko|только)(?!\p{L}))`,
  'iu',
);

/** The same in scripts without spaces between words. */
const closeBefore = /(?:不|没|沒|非|勿|而不是)[^，。、；,.;]{0,4}$/u;
const closeAfter =
  /^[^，。、；,.;]{0,12}?(?:ない|ません|せず|ではなく|代わり|不(?:采用|采纳|要|做|用|建)|否决|않|아니|말고|대신)/u;

/** Whether the words around the span from `start` to `end` of a text turn it down. In doubt, false. */
export function isTurnedDown(text: string, { start, end }: { start: number; end: number }): boolean {
  const [lead, rest] = [text.slice(0, start), text.slice(end)];
  if (listedBefore.test(lead) || closeBefore.test(lead) || closeAfter.test(rest)) return true;
  const clause = /^[^.,:;!?()\n–—]*/u.exec(rest)?.[0] ?? '';
  // "DEC-007 and not DEC-002": what is turned down comes after.
  if (new RegExp(idLike, 'u').test(clause)) return false;
  const [whole, between = ''] = saidAfter.exec(clause) ?? [];
  return whole !== undefined && !otherThought.test(`${between} `);
}

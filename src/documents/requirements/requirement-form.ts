/** The form of one requirement: EARS patterns, one "shall", no weak words (ISO/IEC/IEEE 29148, 5.2.7). */

/** Words that cannot be tested, by the reason why. */
const weakWords: readonly { reason: string; words: RegExp }[] = [
  {
    reason: 'subjective',
    words:
      /\b(?:user[- ]friendly|eas(?:y|ily)|intuitive(?:ly)?|simpl[ey]|fast|quick(?:ly)?|slow(?:ly)?|robust|efficient(?:ly)?|effective(?:ly)?|flexible|flexibly|powerful|modern|seamless(?:ly)?|convenient(?:ly)?|nice|attractive|elegant|reasonabl[ey]|good|bad)\b/gi,
  },
  {
    reason: 'ambiguous',
    words:
      /\b(?:appropriate(?:ly)?|adequate(?:ly)?|sufficient(?:ly)?|suitabl[ey]|proper(?:ly)?|significant(?:ly)?|normal(?:ly)?|usual(?:ly)?|typical(?:ly)?|general(?:ly)?|often|sometimes|soon|timely|almost|nearly|approximately|roughly|several|some|many|few|various|numerous|minimal(?:ly)?|maximal(?:ly)?|frequent(?:ly)?|regular(?:ly)?|relevant)\b|\b(?:about|around) (?=\d)|\band\/or\b/gi,
  },
  {
    reason: 'superlative',
    words:
      /\b(?:best|worst|optimal(?:ly)?|highest|lowest|fastest|greatest|state[- ]of[- ]the[- ]art|perfect(?:ly)?|maximi[sz]e[sd]?|minimi[sz]e[sd]?)\b/gi,
  },
  {
    reason: 'comparative',
    words: /\b(?:faster|slower|better|worse|easier|simpler|higher|lower|cheaper|safer)\b(?! than \d)/gi,
  },
  {
    reason: 'loophole',
    words:
      /\b(?:as (?:far|much|soon|quickly|appropriate|required|necessary|needed|applicable)(?: as possible)?|(?:if|when|where) (?:possible|necessary|needed|applicable|appropriate|practical|feasible|required)|to the extent|at least try|try to|attempt to|may|might|could|should)\b/gi,
  },
  {
    reason: 'open-ended',
    words:
      /\betc\b\.?|\band so on\b|\bincluding,? but not limited to\b|\bfor example\b|\be\.\s?g\.|\bsuch as\b|\btbd\b|\btbc\b/gi,
  },
];

const keywords = ['where', 'while', 'when', 'if'] as const;

/** The weak words of a statement with their reasons, each once. Words in quotes or code are data, not form. */
export function findWeakWords(statement: string): { word: string; reason: string }[] {
  const plain = removeQuoted(statement);
  const found = new Map<string, string>();
  for (const { reason, words } of weakWords) {
    for (const [word] of plain.matchAll(words)) {
      const key = word.trim().toLowerCase();
      if (![...found.keys()].some((known) => known.includes(key))) found.set(key, reason);
    }
  }
  return [...found].map(([word, reason]) => ({ word, reason }));
}

/** How often a statement says "shall". */
export function countShall(statement: string): number {
  return removeQuoted(statement).match(/\bshall\b/gi)?.length ?? 0;
}

/**
 * Why a statement is in no EARS pattern (Mavin, 2009), or null when it is in one: optional clauses in the
 * order Where, While, When or If, then "the <system> shall <response>".
 */
export function findEarsProblem(statement: string): string | null {
  const plain = removeQuoted(statement).replace(/\s+/g, ' ').trim();
  const at = plain.search(/\bshall\b/i);
  if (at === -1) return 'it has no "shall"';
  if (!/^shall (?:not )?[\p{L}\p{N}_]/iu.test(plain.slice(at))) return 'nothing follows "shall"';
  const before = plain.slice(0, at).trim();
  const starts = [...before.matchAll(/(?:^|, (?:and )?)(where|while|when|if) /gi)].map((match) =>
    (match[1] ?? '').toLowerCase(),
  );
  if (starts.length === 0) {
    const [first] = before.split(' ');
    if (before.includes(','))
      return `it begins with "${first}", not with Where, While, When, If or the system`;
    return describeSubject(before);
  }
  if (!keywords.some((word) => before.toLowerCase().startsWith(`${word} `)))
    return 'its condition does not stand first';
  const ranks = starts.map((word) => Math.min(keywords.indexOf(word as (typeof keywords)[number]), 2));
  if (ranks.some((rank, index) => index > 0 && rank < (ranks[index - 1] ?? 0)))
    return 'its clauses are not in the order Where, While, When or If';
  if (ranks.filter((rank) => rank === 2).length > 1) return 'it has more than one trigger';
  const comma = before.lastIndexOf(',');
  if (comma === -1) return 'no comma ends its condition';
  const subject = before.slice(comma + 1).trim();
  if (starts.at(-1) === 'if' && !/^then /i.test(subject))
    return 'an If is answered by "then the <system> shall"';
  return describeSubject(subject.replace(/^then /i, ''));
}

/** A system is named by at most eight words, of which none is a pronoun. */
function describeSubject(subject: string): string | null {
  if (subject === '') return 'it names no system before "shall"';
  if (/^(?:it|this|that|they|these|those|he|she|we|you|there)\b/i.test(subject))
    return `"${subject}" names no system`;
  return subject.split(' ').length > 8 ? 'what stands before "shall" is not the name of a system' : null;
}

function removeQuoted(statement: string): string {
  return statement
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, 'X')
    .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
    .replace(/\\(?=[^\w\s])/g, '');
}

/** Checks the form of one requirement: EARS patterns, one demand, no weak words (ISO/IEC/IEEE 29148, 5.2.7). */

/** Words that cannot be tested, with the reason; lookaheads exclude uses in which the next words give them another meaning. */
const weakWords: readonly { reason: string; words: RegExp; strict?: boolean }[] = [
  {
    reason: 'subjective',
    words:
      /\b(?:user[- ]friendly|eas(?:y|ily)(?! (?:mode|read))|intuitive(?:ly)?(?! enough (?:for|to)\b)|fast(?![- ](?:forward|path|track|lane|fail|refresh|api))|quick(?:ly)?(?![- ](?:start|action|reply|replies|link|view|search|fix|add|access|menu|look|open|filter))|slow(?:ly)?(?![- ](?:quer|motion|mode|log|start|path|down))|robust(?:ly|ness)?(?! (?:to|against)\b)|efficient(?:ly)?|effectively|flexibly|powerful|modern|seamless(?:ly)?|convenient(?:ly)?|nice(?:ly)?|attractive|elegant(?:ly)?|reasonabl[ey](?! doubts?\b)|smooth(?:ly)?|graceful(?:ly)?(?![- ](?:shut|degrad|stop|exit|terminat|drain|clos|fall)|(?:[^,.(]|\([^)]*\))*\bby \w+ing\b)|visually appealing)\b/gi,
  },
  {
    reason: 'ambiguous',
    words:
      /(?<!-)\b(?:appropriate(?:ly)?(?! (?:to|for|by)\b|[^,.]*(?:\(|\b(?:based on|according to|depending on|as defined|defined (?:in|by)|specified (?:in|by)|configured|per)\b))|adequate(?:ly)?(?![^,.]*(?:\(|\b(?:based on|according to|depending on|as defined|defined (?:in|by)|specified (?:in|by)|configured|per)\b))|sufficient(?:ly)?(?! for\b|[^,.]*\b(?:to \w+|that)\b)|suitabl[ey](?! for\b)|properly(?![^,.]*(?:\(|\b(?:based on|according to|depending on|as defined|defined (?:in|by)|specified (?:in|by)|configured|per)\b))|timely|approximately (?=\d)|roughly (?=\d)|numerous|user[- ]acceptable|acceptable (?:time|performance|level|delay))\b|\b(?:about|around) (?=\d+ ?(?:ms|s|sec|min|hours?|days?|%))|\band\/or\b/gi,
  },
  {
    reason: 'ambiguous',
    strict: true,
    words:
      /(?<!\bhow )\b(?:simpl[ey]|effective|flexible|good|bad|proper|significant(?:ly)?|(?:normal|usual)(?:ly\b|(?! \d))|typical(?:ly)?|general(?:ly)?|often|sometimes|soon|almost|nearly|approximately|roughly|several|some|many|few|various|minimal(?:ly)?|maximal(?:ly)?|frequent(?:ly)?|regularly|relevant)\b|\b(?:about|around) (?=\d)/gi,
  },
  {
    reason: 'superlative',
    words:
      /\b(?:best (?:possible|experience|performance|quality)|optimal(?:ly)?|state[- ]of[- ]the[- ]art|perfect(?:ly)?|world[- ]class)\b/gi,
  },
  {
    reason: 'superlative',
    strict: true,
    words: /\b(?:best|worst|highest|lowest|fastest|greatest|maximi[sz]e[sd]?|minimi[sz]e[sd]?)\b/gi,
  },
  {
    reason: 'comparative',
    strict: true,
    words: /\b(?:faster|slower|better|worse|easier|simpler|higher|lower|cheaper|safer)\b(?! than\b)/gi,
  },
  {
    reason: 'loophole',
    words:
      /\bas (?:far|much|soon|quickly|fast|little|often|well|close|few|many|low|high|small|short|long) as (?:possible|practicable|feasible)\b|\bas (?:appropriate|required|necessary|needed|applicable)\b(?! (?:to|by|for|in|under|until)\b)|\b(?:if|when|where|whenever|wherever) (?:possible|necessary|needed|applicable|appropriate|practical|practicable|feasible)\b(?! (?:to|for)\b)|\bto the extent possible\b|\bbest[- ]effort\b|(?<=\b(?:shall|must|should|will) (?:not )?)(?:try|attempt) to\b|\bif (?:at all )?possible\b/gi,
  },
  {
    reason: 'open-ended',
    words: /\betc\b\.?|\band so on\b|\band so forth\b|\bincluding,? but not limited to\b|\btbd\b|\btbc\b/gi,
  },
  { reason: 'open-ended', strict: true, words: /\bfor example\b|\be\.\s?g\.|\bsuch as\b/gi },
];

/** A number with a unit, or a limit; it makes a word about speed or ease measurable. */
const measured =
  /\d\s?(?:ms|s|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|days?|%|percent|fps|mb|kb|gb)\b|\b(?:\d+|one|two|three|four|five) (?:clicks?|steps?|taps?|seconds?|minutes?)\b/i;

/** Whether brackets after a word explain or limit it, or it is part of a comparison: `as fast as before`. */
function isExplained(before: string, after: string): boolean {
  return (
    /^ \((?!e\.g|for example|if |as )/.test(after) ||
    /^[^.;]*\([^)]*(?:\d|threshold|below|above|less|at (?:least|most)|within|exceed)/.test(after) ||
    (/\bas $/i.test(before) && /^ as (?!possible|practic|feasible|can\b)/i.test(after))
  );
}

const keywords = ['where', 'while', 'when', 'if'] as const;

/**
 * The weak words of a statement with their reasons, without duplicates. Words in quotes or code do not count. `strict`
 * includes all words that the standard warns about; otherwise only those that hardly ever have an exact meaning.
 */
export function findWeakWords(statement: string, strict: boolean): { word: string; reason: string }[] {
  const plain = removeQuoted(statement);
  const found = new Map<string, string>();
  for (const { reason, words, strict: strictOnly } of weakWords) {
    if (strictOnly === true && !strict) continue;
    for (const { 0: word, index } of plain.matchAll(words)) {
      const key = word.trim().toLowerCase();
      if (isExplained(plain.slice(0, index), plain.slice(index + word.length))) continue;
      // AND/OR in capitals means the logical operators.
      if (key === 'and/or' && word === word.toUpperCase()) continue;
      if (/^(?:fast|quick|slow|timely|smooth|efficient|eas|user|intuitive)/.test(key) && measured.test(plain))
        continue;
      if ([...found.keys()].some((known) => known.includes(key))) continue;
      for (const known of found.keys()) if (key.includes(known)) found.delete(known);
      found.set(key, reason);
    }
  }
  return [...found].map(([word, reason]) => ({ word, reason }));
}

/** A limit of the same demand ("shall show the first and shall not start a second"), which is not a second demand. */
const ownLimit = /\b((?:shall|must)\b(?! (?:not|never)\b)[^.;]*?),? and (?:shall|must) (?:not|never)\b/gi;
/** Two limits of one demand, as in "0 copies shall miss an entry, and 0 shall hold one of another patient". */
const sameLimit =
  /\b((?:no|none|0)\b[^.;]*?\b(?:shall|must)\b[^.;]*?),? and (?:no|none|0) (?:\S+ )?(?:shall|must)\b/gi;

/** An exception, which belongs to the demand that it limits: "shall send one call, except for X, for which it shall send none". */
const exception = /(\b(?:shall|must)\b[^.;]*?),? \b(?:except|unless)\b[^.;]*/gi;

/** How many demands a statement makes with "shall" or "must". Text in brackets is explanation and does not count. */
export function countDemands(statement: string, word: 'shall' | 'must'): number {
  return (
    removeQuoted(statement)
      .replace(/\([^()]*\)/g, '')
      .replace(exception, '$1')
      .replace(ownLimit, '$1 and not')
      .replace(sameLimit, '$1 and none')
      .match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0
  );
}

const verbs =
  'accept|acknowledge|activate|add|allow|append|apply|archive|assign|authenticate|authorize|block|calculate|cancel|capture|check|clear|close|collect|compare|compute|configure|confirm|connect|continue|convert|create|deactivate|decrypt|delete|deliver|deny|detect|disable|disconnect|discard|download|emit|enable|encrypt|enforce|ensure|execute|exit|expire|expose|extract|fetch|format|generate|grant|handle|hide|highlight|identify|ignore|include|increment|inform|initiate|insert|install|invalidate|keep|load|lock|maintain|mark|merge|migrate|notify|obtain|offer|open|parse|pause|perform|persist|prevent|process|prompt|propagate|provide|publish|raise|read|receive|redirect|refuse|register|reject|release|remove|render|replace|resolve|restore|retrieve|retry|return|revoke|save|schedule|select|send|set|show|skip|start|stop|store|submit|support|suspend|switch|synchronize|terminate|track|transmit|trigger|unlock|upload|use|validate|verify|wait|warn|write';
const objects = 'the|a|an|its|all|any|each|every|that|this|these|those|it|them|their|no|only|to|as|both|one';
const onlyVerb = new RegExp(
  `^(?:${verbs}|update|view|edit|search|filter|export|import|list|sort|and|or|)$`,
  'i',
);
const secondDemand = new RegExp(`^(.*?),? and (?:then )?((?:${verbs}) (?:${objects})\\b)`, 'i');

/** The second demand if "and" joins two demands with an object each; else null. */
export function findSecondDemand(statement: string): string | null {
  const plain = removeQuoted(statement)
    .replace(/\s+/g, ' ')
    .replace(/\([^()]*\)/g, '');
  const [, after = ''] = /\b(?:shall|must)\b(?: not)? (.*)$/is.exec(plain) ?? [];
  const [, first = '', second = ''] = secondDemand.exec(after) ?? [];
  // Text after "to", "that" or "which" belongs to the first demand.
  // A list of verbs ("create, update and delete only their …") has one object.
  const own = first.split(/[\s,]+/).some((word, index) => index > 0 && !onlyVerb.test(word));
  const leads =
    /\bto (?!(?:the|a|an|its|all|any|each|every|another)\b)|\b(?:that|which|who|whether|by|so|if|when|unless|until|where|while|after|before|for|allow\w*|enable\w*|able|ability|support\w*)\b/i;
  return second !== '' && own && !leads.test(first) ? second : null;
}

/** Whether a criterion is too vague to fail: "works well", "is user friendly". */
export function isVagueCriterion(criterion: string): boolean {
  const plain = removeQuoted(criterion)
    .trim()
    .replace(/[.!]+$/, '');
  const judged =
    '(?:well|fine|good|great|nice(?:ly)?|ok(?:ay)?|correctly|properly|fast|quick(?:ly)?|smooth(?:ly)?|reliably|as (?:expected|intended|designed|required)|seamlessly|flawlessly|without (?:any )?(?:problems|issues|errors))';
  return (
    new RegExp(
      `^(?:\\S+ ){0,6}(?:works?|looks?|feels?|runs?|behaves?|performs?|functions?|is|are|be) ${judged}$`,
      'i',
    ).test(plain) ||
    /^(?:works|done|yes|ok|tested|implemented|fully functional)$/i.test(plain) ||
    /^(?:\S+ ){0,5}(?:is|are|be) (?:easy|simple|intuitive|user[- ]friendly|satisfied|happy|acceptable)(?: to \S+)?$/i.test(
      plain,
    )
  );
}

/**
 * Why a statement is in no EARS pattern (Mavin, 2009), or null if it is in one: optional clauses in the
 * order Where, While, When or If, then "the <system> shall <response>". `strict` requires the commas and the "then".
 */
export function findEarsProblem(statement: string, strict: boolean): string | null {
  const plain = removeQuoted(statement).replace(/\s+/g, ' ').trim();
  const at = plain.search(/\b(?:shall|must)\b/i);
  if (at === -1) return 'it has no "shall"';
  if (!/^(?:shall|must) (?:not )?[\p{L}\p{N}_]/iu.test(plain.slice(at))) return 'nothing follows "shall"';
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
    return 'its condition does not come first';
  if (!strict)
    return describeSubject(
      (/(?:^.* (?:then|THEN)|,| THE)\s+((?!.*,).*)$/.exec(before)?.[1] ?? 'the system').replace(
        /^then /i,
        '',
      ),
    );
  const ranks = starts.map((word) => Math.min(keywords.indexOf(word as (typeof keywords)[number]), 2));
  if (ranks.some((rank, index) => index > 0 && rank < (ranks[index - 1] ?? 0)))
    return 'its clauses are not in the order Where, While, When or If';
  if (ranks.filter((rank) => rank === 2).length > 1) return 'it has more than one trigger';
  const comma = before.lastIndexOf(',');
  if (comma === -1) return 'its condition does not end with a comma';
  const subject = before.slice(comma + 1).trim();
  if (starts.at(-1) === 'if' && !/^then /i.test(subject))
    return 'an If must be followed by "then the <system> shall"';
  return describeSubject(subject.replace(/^then /i, ''));
}

/** The problem with the subject, or null. A system has a name of at most eight words, not a pronoun. */
function describeSubject(subject: string): string | null {
  if (subject === '') return 'it names no system before "shall"';
  if (/^(?:it|this|that|they|these|those|he|she|we|you|there)$/i.test(subject))
    return `"${subject}" names no system`;
  return subject.split(' ').length > 8 ? 'the words before "shall" do not name a system' : null;
}

/** Whether a statement looks English enough to check its form. */
export function isEnglish(statement: string): boolean {
  const words = statement.match(/\b(?:the|a|an|of|to|is|are|be|and|in|for|with|when|on)\b/gi)?.length ?? 0;
  const hasDemand = /\b(?:shall|must|should|will)\b/i.test(statement);
  return (hasDemand || words >= 2) && !/[^\p{Script=Latin}\P{L}]/u.test(statement);
}

function removeQuoted(statement: string): string {
  return statement
    .replace(/[‐‑‒]/g, '-')
    .replace(/`[^`]*`|"[^"]*"|“[^“”]*”/g, 'X')
    .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
    .replace(/\\(?=[^\w\s])/g, '');
}

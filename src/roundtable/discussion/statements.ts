/** Numbers what the seats of a round said: statements `S-001`, facts `F-001`, in table order, so that a resumed round gives the same ids. */

import type { Fact, Statement } from '../../session/records.ts';
import { addFacts } from '../../session/rules/dossier.ts';
import { readNamed } from '../../session/rules/read-ids.ts';
import { isSameText, nextId } from '../../session/rules/same-text.ts';
import type { AnswersStep, SeatAnswer } from './answers-step.ts';

/** Numbers the statements and facts of all answers, which are in table order. The same words in one answer are one statement. */
export function numberAnswers(
  answers: readonly SeatAnswer[],
  known: { statements: readonly Statement[]; dossier: readonly Fact[]; round: number },
): Pick<AnswersStep, 'answers' | 'statements' | 'dossier'> {
  const { round } = known;
  const statements: Statement[] = [];
  let dossier = [...known.dossier];
  const numbered = answers.map((entry): SeatAnswer => {
    const { answer, facts } = entry;
    const seat = answer.id;
    const added = addFacts(dossier, facts, { seat, round });
    dossier = added.dossier;
    const names = new Map(facts.map(({ name }, index) => [name, added.ids[index] ?? name]));
    const own: Statement[] = [];
    for (const draft of answer.statements) {
      const text = nameFacts(draft.text, names);
      if (own.some((statement) => isSameText(statement.text, text))) continue;
      const id = nextId('S', [...known.statements, ...statements, ...own]);
      const cited = readNamed([text], dossier);
      own.push({ id, seat, round, kind: draft.kind, text, facts: cited, went_to: [], not_taken: null });
    }
    statements.push(...own);
    return {
      ...entry,
      answer: {
        ...answer,
        position: nameFacts(answer.position, names),
        proposal: nameFacts(answer.proposal, names),
        concerns: answer.concerns.map((concern) => nameFacts(concern, names)),
        statements: own.map(({ id, kind, text, facts: cited }) => ({ id, kind, text, facts: cited })),
        facts: [...new Set(added.ids)],
      },
    };
  });
  return { answers: numbered, statements, dossier };
}

/** Replaces a seat's own names of facts, `N1` or `[A1]`, by their ids in the dossier: to other readers `N1` is another fact. */
function nameFacts(text: string, names: ReadonlyMap<string, string>): string {
  const inBrackets = text.replace(/\[([^[\]\n]{1,80})\]/gu, (whole, list: string) => {
    const cited = list.split(/,\s*/).map((name) => names.get(name.trim()));
    return cited.includes(undefined) ? whole : `[${cited.join(', ')}]`;
  });
  return inBrackets.replace(
    /(?<![\p{L}\p{N}-])N-?\d{1,3}(?![\p{L}\p{N}])/gu,
    (name) => names.get(name) ?? name,
  );
}

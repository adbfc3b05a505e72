/** Checks what looks at a decision again: one verdict, and new decisions exactly where it asks for them. */
import type { TextProblem } from '../../prompts/revision.ts';
import type { Table } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';

/** What is wrong with the verdict, where the form has one. */
export function checkVerdict({ artifacts }: Pick<Session, 'artifacts'>, { document }: Table): TextProblem[] {
  if (!document.kinds.includes('verdict')) return [];
  const given = artifacts.filter(({ kind }) => kind === 'verdict');
  const others = artifacts.filter(({ kind }) => kind === 'decision').map(({ id }) => id);
  const verdict = given[0]?.details.verdict ?? '';
  if (given.length !== 1)
    return [{ code: 'verdict_count', at: 'text', words: 'has to have exactly one item of the kind verdict' }];
  if (verdict === '') return [{ code: 'missing_field', at: `${given[0]?.id}.verdict`, words: 'is empty' }];
  if (verdict === 'holds' && others.length > 0)
    return [
      {
        code: 'verdict_and_decisions',
        at: others.join(', '),
        words: 'decide anew what the verdict says holds: one of the two goes',
      },
    ];
  if (verdict !== 'holds' && others.length === 0)
    return [
      {
        code: 'verdict_and_decisions',
        at: 'text',
        words: `says ${verdict}, and no decision says what holds from now on`,
      },
    ];
  return [];
}

/** The text that the program puts together when no draft can be had: what the seats said, sorted, nothing added. */
import type { Fallback } from '../../session/codes.ts';
import type { Table } from '../../session/ports/ports.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import type { Session } from '../../session/session.ts';
import { carryWays, type Item, startText } from '../../session/text.ts';
import type { ItemKind } from '../../session/vocabulary.ts';
import { sayUnwritten } from '../outcome.ts';
import { readHighest } from './earlier-packages.ts';
import { nextItemId } from './read-parts.ts';

/** The most characters of a title that is made from a statement. */
const longestTitle = 60;

/** The session with an assembled text: each statement an item of its own, the facilitator's words at the top. */
export function assembleText(session: Session, table: Table, fallback: Fallback): Session {
  const { kinds, sections } = table.document;
  const section = {
    id: 'statements',
    title: sections.find(({ id }) => id === 'requirements' || id === 'outcome')?.title ?? 'Statements',
    body: '',
    from: [],
  };
  const given: Item[] = [];
  for (const statement of session.statements) {
    const kind = kinds.find((one) => one === statement.kind) ?? (kinds[0] as ItemKind);
    given.push({
      id: nextItemId(kind, given, readHighest(session, table)),
      ...{
        kind,
        section: section.id,
        title: cutText(statement.text, longestTitle, ' …'),
        text: statement.text,
      },
      ...{ why: '', check: '', priority: null, details: {}, from: [statement.id], facts: statement.facts },
      ...{ replaces: [], topic_id: null, change: 'none', decision: null },
      ...{ status: 'draft', decided_by: null, before: null, reviewed: null, votes: [], judgements: [] },
      history: [{ step: 'draft', code: 'drafted' }],
    });
  }
  return {
    ...session,
    artifacts: given,
    statements: session.statements.map((statement) => ({
      ...statement,
      went_to: given.filter(({ from }) => from.includes(statement.id)).map(({ id }) => id),
      not_taken: null,
    })),
    text: {
      ...startText({ step: 'last-call', written_by: 'program', fallback }, table.extended),
      title: session.topic,
      decision: sayUnwritten(session),
      sections: [section],
      ways: carryWays(session.ways),
    },
  };
}

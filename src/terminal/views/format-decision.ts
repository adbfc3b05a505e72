/** The first lines about a session: what was decided, by whom, how firm it is, and what waits for a person. */
import type { Session } from '../../session/session.ts';
import { sayTrigger } from '../../wording/escalation.ts';
import { sayDegradation, sayEnglish } from '../../wording/labels.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { sayDecider, sayDocument, sayEnding } from '../../wording/outcome.ts';
import { beginSentence } from '../../wording/sentence.ts';
import type { Page } from '../page.ts';
import { measureWidth } from '../wrap-text.ts';
import { addLine, sayNotAgreed } from './format-items.ts';

/** The most entries of one kind that are shown. */
const mostShown = 4;

/** The decision, who made it and how firm it is, what was missing, and what waits. Nothing for a session without an outcome. */
export function addDecision(page: Page, session: Session): void {
  const { outcome, text } = session;
  if (outcome === null) return;
  const { theme } = page;
  page.text(outcome.decision, { style: theme.strong });
  page.blank();
  page.field(
    'Decision',
    `${[sayDecider(outcome, session), sayEnding(outcome.ended_by)].filter(Boolean).join('; ')}.`,
  );
  const firmness = text?.firmness.trim() ?? '';
  if (firmness !== '') page.field('How firm', firmness);
  const missing = outcome.degradation.map((entry) =>
    sayDegradation(entry, sayEnglish, {
      seat: (seat) => nameSeat(session.participants, seat),
      item: (id) => id,
    }),
  );
  for (const line of cutList(missing)) page.line(theme.caution(theme.symbols.warning), line);
  const waiting = listWaiting(session);
  if (waiting.length > 0) page.heading('Still open');
  for (const line of waiting) addLine(page, theme.caution(theme.symbols.pointer), line);
}

/** What a person still has to settle: decisions, items without agreement, open questions. */
export function listWaiting(session: Session): string[] {
  const { participants } = session;
  const escalations = session.escalations
    .filter(({ status }) => status === 'pending')
    .map((escalation) => `${escalation.id}: ${sayTrigger(escalation)}`);
  const items = session.artifacts
    .filter(({ status }) => status === 'not-agreed')
    .map((item) => sayNotAgreed(item, participants));
  const questions = session.open_questions
    .filter(({ status }) => status === 'open')
    .map(({ id, text, for_whom: whom, until }) => {
      const who = [whom, until === '' ? '' : `until ${until}`].filter((part) => part !== '').join(', ');
      return `${id}: ${text}${who === '' ? '' : ` (${who})`}`;
    });
  return [escalations, items, questions].flatMap(cutList);
}

/** The first entries, and how many more there are. */
function cutList(entries: readonly string[]): string[] {
  const more = entries.length - mostShown;
  return more <= 1 ? [...entries] : [...entries.slice(0, mostShown), `and ${more} more`];
}

/** The files of a session. A path that would break gets a line of its own. */
export function addFiles(page: Page, files: readonly { type: string; path: string }[]): void {
  for (const { type, path } of files) {
    const name = beginSentence(sayDocument(type));
    if (measureWidth(`${name}: ${path}`) <= page.columns) page.verbatim(`${name}: ${path}`, 0);
    else {
      page.text(`${name}:`);
      page.verbatim(path, measureWidth(path) + 2 <= page.columns ? 2 : 0);
    }
  }
}

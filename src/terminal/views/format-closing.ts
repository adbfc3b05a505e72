/** The screen at the end of a discussion, and the one at a pause. */
import type { Session } from '../../domain/session.ts';
import type { PauseReason } from '../../domain/vocabulary.ts';
import { formatDuration, formatPlural, formatUsage } from '../format-numbers.ts';
import { nameSeat, rehearsalMark } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import type { Theme } from '../theme.ts';
import { beginSentence, sayDocument, sayPause, sayReason, sayResult } from '../wording.ts';
import { measureWidth, truncateText } from '../wrap-text.ts';
import { formatEscalation, listAnswers, sayDecision, titleDecisions } from './format-escalation.ts';
import { addLine, listContested } from './format-items.ts';
import { listMoves, sayMove } from './format-moves.ts';

/** The options of the closing screen. */
export interface ClosingOptions {
  modes: ViewModes;
  /** Commands to type next; `show` and `export` when absent. */
  commands?: readonly string[];
  duration_ms?: number;
}

/** The rows of the smallest usual terminal, minus one for the prompt. */
const mostRows = 23;

/**
 * The result, the recommendation and the files first, then what was missing, what is agreed and what is not, who moved, usage and the
 * next commands: at most 23 lines if each path fits on a line. Entries that do not fit are counted; `show` has them all.
 */
export function formatClosingScreen(session: Session, options: ClosingOptions): string {
  const page = createPage(options.modes);
  const { theme } = page;
  const { outcome } = session;
  page.title(`Result ${theme.symbols.dot} ${session.topic}`);
  if (session.rehearsal) page.text(rehearsalMark, { style: theme.caution });
  const after = formatPlural(session.total_rounds, 'round');
  if (outcome === null) page.text('This session has no result yet.');
  else {
    page.text(`${sayResult(outcome, `, after ${after}`)}.`, { style: theme.strong });
    // Two and a half lines of the page, because words do not fill their lines to the last column.
    const cut = (text: string): string => truncateText(text, page.columns * 2.5, theme.symbols.ellipsis);
    if (outcome.recommendation !== null) page.field('Recommended', cut(outcome.recommendation));
    else if (outcome.summary.trim() !== '') page.text(cut(outcome.summary));
    for (const file of outcome.files) addFile(page, file);
  }
  const end = createPage(options.modes);
  const duration = options.duration_ms === undefined ? '' : `, ${formatDuration(options.duration_ms)}`;
  end.field('Used', formatUsage(session.usage) + duration);
  if (session.usage.cost_usd === null && session.usage.calls > 0)
    end.text('The price of at least one model is unknown; add it under `prices:` in the configuration.', {
      indent: 2,
    });
  end.text('Next', { style: theme.strong });
  for (const command of options.commands ?? [
    `s2s roundtable show ${session.id}`,
    `s2s roundtable export ${session.id}`,
  ])
    end.verbatim(command);
  const ending = end.toText();
  const rows = (text: string): number => text.split('\n').length;
  addSections(page, listSections(session, theme), mostRows - rows(page.toText()) - rows(ending));
  page.raw(ending);
  return page.toText();
}

/** A path that would break gets a line of its own; a record with such a path is left to `show`. */
function addFile(page: Page, { type, path }: { type: string; path: string }): void {
  const name = sayDocument(type).replace(/^./u, (letter) => letter.toUpperCase());
  if (measureWidth(`${name}: ${path}`) <= page.columns) page.verbatim(`${name}: ${path}`, 0);
  else if (type !== 'record') {
    page.text(`${name}:`);
    page.verbatim(path, measureWidth(path) + 2 <= page.columns ? 2 : 0);
  }
}

/** A heading with entries of one line each. */
interface Section {
  title: string;
  mark: string;
  entries: readonly string[];
}

/** The sections in the order of the screen. */
function listSections(session: Session, theme: Theme): Section[] {
  const { symbols, good, caution } = theme;
  const { outcome, participants } = session;
  const degradation = (outcome?.degradation ?? []).map(sayReason);
  const isUnvoted = session.settings.consensus.mechanism === 'none' && session.consensus.length === 0;
  const put = isUnvoted ? session.artifacts.filter(({ status }) => status === 'open') : [];
  const agreed = session.consensus.map(({ item_id: id, text, stood_aside: aside }) => {
    const named = aside.map((seat) => nameSeat(participants, seat)).join(', ');
    return `${id === null ? '' : `${id}: `}${text}${named === '' ? '' : ` (stood aside: ${named})`}`;
  });
  const points = isUnvoted ? put.map(({ id, text }) => `${id}: ${text}`) : agreed;
  const open = [
    ...session.conflicts
      .filter(({ status }) => status === 'open')
      .map(({ id, description }) => `${id}: ${description}`),
    ...session.open_questions
      .filter(({ status }) => status === 'open')
      .map(({ id, text }) => `${id}: ${text}`),
  ];
  const decided = session.escalations.filter(({ status }) => status === 'answered');
  const sections: Section[] = [
    {
      title: 'This result is degraded',
      mark: caution(symbols.warning),
      entries:
        degradation.length === 0 && outcome?.degraded === true ? ['No reason was recorded.'] : degradation,
    },
    {
      title:
        points.length === 0
          ? 'Nothing was agreed.'
          : isUnvoted
            ? 'Points (this strategy takes no votes)'
            : 'Agreed',
      mark: isUnvoted ? symbols.bullet : good(symbols.covered),
      entries: points,
    },
    { title: 'Contested', mark: caution(symbols.warning), entries: listContested(session) },
    {
      title: titleDecisions(decided),
      mark: symbols.bullet,
      entries: decided.map((escalation) => `${escalation.id}: ${sayDecision(escalation)}`),
    },
    { title: 'Unresolved', mark: symbols.bullet, entries: open },
    {
      title: 'Dissent',
      mark: symbols.bullet,
      entries: (outcome?.dissent ?? []).map(
        ({ seat, round, text }) => `${nameSeat(participants, seat)} (round ${round}): ${text}`,
      ),
    },
    { title: 'How positions moved', mark: symbols.bullet, entries: listMoves(session).map(sayMove) },
  ];
  return sections.filter(({ title, entries }) => entries.length > 0 || title.endsWith('.'));
}

/** Adds entries to the sections in turn until the rows are used up; a heading counts the entries left out. */
function addSections(page: Page, sections: readonly Section[], rows: number): void {
  const shown = sections.map(() => 0);
  let free = rows - sections.length;
  for (let turn = 1; free > 0 && sections.some(({ entries }) => entries.length >= turn); turn += 1)
    for (const [index, { entries }] of sections.entries())
      if (free > 0 && entries.length >= turn) {
        shown[index] = turn;
        free -= 1;
      }
  for (const [index, { title, mark, entries }] of sections.entries()) {
    const count = shown[index] ?? 0;
    const more = entries.length - count;
    const left = more === 0 ? '' : count === 0 ? ` (${more})` : ` (${count} of ${entries.length})`;
    page.text(`${title}${left}`, { style: page.theme.strong });
    for (const entry of entries.slice(0, count)) addLine(page, mark, entry);
  }
}

/** The screen at a pause: why, what is kept, what to type next. `name` is the session argument of commands, after a space, or empty. */
export function formatPaused(
  session: Session,
  reason: PauseReason,
  options: { modes: ViewModes; name?: string; detail?: string },
): string {
  const page = createPage(options.modes);
  const { theme } = page;
  const { name = ` ${session.id}` } = options;
  page.title(`Paused ${theme.symbols.dot} ${session.topic}`);
  const pending = session.escalations.filter((escalation) => escalation.status === 'pending');
  // The escalations below say what is asked, so the detail would only repeat it.
  const why = sayPause(reason, pending.length > 0 ? '' : options.detail);
  page.text(beginSentence(why), { style: theme.strong });
  page.text(
    session.total_rounds === 0
      ? 'No round is finished yet, but every answer is kept and will not be asked for again.'
      : `Kept: ${formatPlural(session.total_rounds, 'round')}. No answer will be asked for again.`,
  );
  page.text(formatUsage(session.usage));
  const person = session.participants.find((participant) => participant.kind === 'human');
  if (pending.length > 0) {
    for (const escalation of pending) {
      page.blank();
      page.raw(formatEscalation(escalation, { modes: options.modes, session }));
    }
    page.heading('Answer with one of these');
    for (const escalation of pending)
      for (const command of listAnswers(session, escalation, name)) page.verbatim(command);
  } else if (reason === 'waiting-for-person' && person !== undefined) {
    page.heading('It is your turn');
    page.verbatim(`s2s roundtable say${name} "..."`);
  }
  page.heading('Next');
  if (reason === 'waiting-for-person') page.verbatim(`s2s roundtable show${name}`);
  page.verbatim(`s2s roundtable resume${name}`);
  return page.toText();
}

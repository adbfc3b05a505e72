/** The screen at the end of a discussion, and the one at a pause. */
import type { PauseDetail } from '../../session/codes.ts';
import type { Session } from '../../session/session.ts';
import type { PauseReason } from '../../session/vocabulary.ts';
import { formatDuration, formatPlural, formatUsageBriefly } from '../../wording/format-numbers.ts';
import { nameSeat, rehearsalMark } from '../../wording/name-seat.ts';
import { offerFlag, sayPause } from '../../wording/pause.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { addDecision, listFigures } from './format-decision.ts';
import { formatEscalation, listAnswers } from './format-escalation.ts';

/** The options of the closing screen. */
export interface ClosingOptions {
  modes: ViewModes;
  /** Commands to type next; `show` when absent. */
  commands?: readonly string[];
  duration_ms?: number;
}

/** The decision, who made it, how firm it is, what is still open, the files, and one line of figures. */
export function formatClosingScreen(session: Session, options: ClosingOptions): string {
  const page = createPage(options.modes);
  const { theme } = page;
  const { outcome } = session;
  page.title(session.topic);
  if (session.rehearsal) page.text(rehearsalMark, { style: theme.caution });
  if (outcome === null) page.text('This session has no result yet.');
  else addDecision(page, session);
  page.blank();
  const facts = [
    ...listFigures(session),
    ...(options.duration_ms === undefined ? [] : [formatDuration(options.duration_ms)]),
  ];
  page.text(facts.join(` ${theme.symbols.dot} `), { style: theme.quiet });
  if (session.usage.cost_usd === null && session.usage.calls > 0)
    page.text('The price of a model is unknown; add it under `prices:` in the configuration.');
  page.heading('Next');
  for (const command of options.commands ?? [`s2s roundtable show ${session.id}`]) page.verbatim(command);
  return page.toText();
}

/** The screen at a pause: why, what is kept, what to type next. `name` is the session argument of commands, after a space, or empty. */
export function formatPaused(
  session: Session,
  reason: PauseReason,
  options: { modes: ViewModes; name?: string; detail?: PauseDetail | null },
): string {
  const page = createPage(options.modes);
  const { theme } = page;
  const { name = ` ${session.id}`, detail = null } = options;
  page.title(session.topic);
  const pending = session.escalations.filter((escalation) => escalation.status === 'pending');
  // The escalations below say what is asked, so the detail would only repeat it.
  const why = sayPause(reason, pending.length > 0 ? null : detail, (seat) =>
    nameSeat(session.participants, seat),
  );
  page.text(why, { style: theme.strong });
  page.text(
    session.total_rounds === 0
      ? 'No round is finished yet. Every answer so far is saved and will not be asked for again.'
      : `Saved: ${formatPlural(session.total_rounds, 'round')}, ${formatUsageBriefly(session.usage)}. Nothing is asked twice.`,
  );
  const hasSeat = session.participants.some((participant) => participant.kind === 'human');
  if (pending.length > 0) {
    for (const escalation of pending) {
      page.blank();
      page.raw(formatEscalation(escalation, { modes: options.modes, session }));
    }
    page.heading('Answer with one of these');
    for (const escalation of pending)
      for (const command of listAnswers(session, escalation)) page.verbatim(command);
    return page.toText();
  }
  page.heading('Next');
  if (reason === 'waiting-for-person' && hasSeat) {
    page.verbatim(`s2s roundtable show${name}`);
    page.verbatim(`s2s roundtable say${name} "..."`);
  } else {
    // A plain resume would pause again at once.
    page.verbatim(`s2s roundtable resume${name}${offerFlag(session)}`);
  }
  return page.toText();
}

/** The result of a round in a few lines, shown after every round. */
import type { Round } from '../../session/round.ts';
import type { Session } from '../../session/session.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { sayFallback, sayLoss } from '../../wording/trouble.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { truncateText } from '../wrap-text.ts';
import { addAgenda, countAgenda } from './format-agenda.ts';
import { sayAge, sayResolved } from './format-conflicts.ts';
import { addLine } from './format-items.ts';

/** The most conflicts that are shown. */
const mostConflicts = 3;

/**
 * The synthesis, the conflicts as they were after the round, and after the last one the agenda in figures. `whole` leaves the synthesis
 * uncut, names the topics of the agenda, and shows what could not be used.
 */
export function formatRecap(
  session: Session,
  round: Round,
  { modes, whole = false }: { modes: ViewModes; whole?: boolean },
): string {
  const page = createPage(modes);
  const { symbols, caution, good } = page.theme;
  // About two lines beside the label.
  const most = whole ? Number.POSITIVE_INFINITY : Math.max(40, page.columns * 2 - 36);
  page.field('Synthesis', truncateText(round.synthesis.trim() || 'none', most, symbols.ellipsis));
  if (round.synthesis_fallback !== null)
    page.line(
      caution(symbols.warning),
      `The program put this synthesis together: ${sayFallback(round.synthesis_fallback)}`,
    );
  const isLast = round.round >= session.total_rounds;
  const open = session.conflicts.filter(
    ({ opened_in: opened, resolved_in: resolved }) =>
      opened <= round.round && (resolved === null || resolved > round.round),
  );
  for (const conflict of open.slice(0, mostConflicts))
    addLine(
      page,
      caution(symbols.warning),
      conflict.description,
      ` (${conflict.id}, ${sayAge(conflict, round.round)})`,
    );
  if (open.length > mostConflicts)
    page.text(`and ${open.length - mostConflicts} more open conflicts`, { indent: 2 });
  for (const { conflict_id: id } of round.resolved) {
    const conflict = session.conflicts.find((one) => one.id === id);
    if (conflict === undefined) continue;
    const { text, tail } = sayResolved(conflict, symbols.arrow);
    addLine(page, good(symbols.covered), text, tail);
  }
  if (isLast && session.agenda.length > 0) {
    if (whole) addAgenda(page, session.agenda);
    else page.text(countAgenda(session.agenda));
  }
  if (whole)
    for (const loss of round.losses)
      page.line(
        caution(symbols.warning),
        sayLoss(loss, (seat) => nameSeat(session.participants, seat)),
      );
  return page.toText();
}

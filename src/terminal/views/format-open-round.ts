/** The round that is open: a person's turn, or what was said so far. */
import type { TurnView } from '../../domain/ports.ts';
import type { Participant } from '../../domain/records.ts';
import { nameSeat } from '../name-seat.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';

/** What is known of the open round; words that are blind still are null. */
export interface OpenRoundView {
  round: number;
  question: string | null;
  focus: string;
  said: readonly { seat: string; position: string | null }[];
  turn: TurnView | null;
}

/** The screen at a person's turn: the question and, in sequential rounds, what was said before. */
export function formatTurn(view: TurnView, modes: ViewModes): string {
  const page = createPage(modes);
  const { theme } = page;
  page.title(`Your turn ${theme.symbols.dot} round ${view.round}`);
  page.field('Question', view.question, theme.strong);
  if (view.focus.trim() !== '') page.field('Focus', view.focus);
  if (view.context_summary.trim() !== '') page.field('Background', view.context_summary);
  if (view.heard.length > 0) page.heading('Said so far in this round');
  for (const voice of view.heard) page.item(theme.symbols.bullet, `${voice.role}: ${voice.position}`);
  const agreed = view.items.filter(({ status }) => status === 'agreed');
  if (agreed.length > 0) page.heading('Agreed, and printed unless somebody blocks it');
  for (const { id, text } of agreed) page.item(theme.symbols.covered, `${id}: ${text}`);
  return page.toText();
}

/** The open round of a session that is looked at. `say` begins the command with which the person takes their turn. */
export function formatOpenRound(
  open: OpenRoundView,
  options: { modes: ViewModes; participants: readonly Participant[]; say: string },
): string {
  const page = createPage(options.modes);
  const { theme } = page;
  const { turn, said } = open;
  if (turn !== null) page.raw(formatTurn(turn, options.modes));
  else {
    page.title(`Round ${open.round} is open`);
    page.field('Question', open.question ?? '', theme.strong);
    if (open.focus.trim() !== '') page.field('Focus', open.focus);
  }
  const heard = turn === null ? said.filter(({ position }) => position !== null) : [];
  if (heard.length > 0) page.heading('Said so far in this round');
  for (const { seat, position } of heard)
    page.item(theme.symbols.bullet, `${nameSeat(options.participants, seat)}: ${position ?? ''}`);
  const blind = said.filter(({ position }) => position === null);
  if (blind.length > 0) {
    page.blank();
    const names = blind.map(({ seat }) => nameSeat(options.participants, seat)).join(', ');
    page.field('Answered', `${names}; you see their words once you have answered.`);
  }
  const items = turn?.items.filter(({ status }) => status === 'open') ?? [];
  if (items.length > 0) page.heading('You can support, stand aside on or block');
  for (const { id, text } of items) page.item(theme.symbols.bullet, `${id}: ${text}`);
  if (turn !== null) {
    page.heading('Take your turn with one of these');
    page.verbatim(`${options.say} "..."`);
    const [first] = items;
    if (first !== undefined) page.verbatim(`${options.say} "..." --support ${first.id}`);
    page.verbatim(`${options.say} ""`);
  }
  return page.toText();
}

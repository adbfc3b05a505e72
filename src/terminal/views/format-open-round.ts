/** Shows the open round: a person's turn, or what was said so far. */
import type { TurnView } from '../../domain/ports.ts';
import type { Participant } from '../../domain/records.ts';
import { nameSeat } from '../name-seat.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';

/** The open round; positions that are still hidden are null. */
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
  const heard = view.heard.map(({ role, position }) => `${role}: ${position}`);
  page.list('Said so far in this round', heard);
  const agreed = view.items.filter(({ status }) => status === 'agreed').map(sayItem);
  page.list('Agreed, and printed unless somebody blocks it', agreed, theme.symbols.covered);
  return page.toText();
}

function sayItem({ id, text }: TurnView['items'][number]): string {
  return `${id}: ${text}`;
}

/** The open round for `show`. `say` is the beginning of the command with which the person takes their turn. */
export function formatOpenRound(
  open: OpenRoundView,
  options: { modes: ViewModes; participants: readonly Participant[]; say: string },
): string {
  const page = createPage(options.modes);
  const { turn, said } = open;
  if (turn !== null) page.raw(formatTurn(turn, options.modes));
  else {
    page.title(`Round ${open.round} is open`);
    page.field('Question', open.question ?? '', page.theme.strong);
    if (open.focus.trim() !== '') page.field('Focus', open.focus);
  }
  const name = ({ seat }: { seat: string }): string => nameSeat(options.participants, seat);
  const heard = turn === null ? said.filter(({ position }) => position !== null) : [];
  page.list(
    'Said so far in this round',
    heard.map((one) => `${name(one)}: ${one.position}`),
  );
  const blind = said.filter(({ position }) => position === null).map(name);
  if (blind.length > 0) {
    page.blank();
    page.field('Answered', `${blind.join(', ')}; you see their words once you have answered.`);
  }
  const items = turn?.items.filter(({ status }) => status === 'open') ?? [];
  page.list('You can support, stand aside on or block', items.map(sayItem));
  if (turn !== null) {
    page.heading('Take your turn with one of these');
    page.verbatim(`${options.say} "..."`);
    const [first] = items;
    if (first !== undefined) page.verbatim(`${options.say} "..." --support ${first.id}`);
    page.verbatim(`${options.say} ""`);
  }
  return page.toText();
}

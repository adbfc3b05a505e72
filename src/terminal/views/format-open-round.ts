/** Shows the open round, or step of the text: a person's turn, or what was said so far. */

import type { OpenRound } from '../../session/ports/open-round.ts';
import type { TurnView } from '../../session/ports/ports.ts';
import type { Participant } from '../../session/records.ts';
import { groupPositions } from '../../wording/group-positions.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { nameItem } from './format-items.ts';

/** The open round, and the person's turn in it. */
export interface OpenRoundView {
  round: OpenRound | null;
  turn: TurnView | null;
}

const turnTitles = {
  answer: 'Your turn',
  review: 'Your review of the draft',
  'last-call': 'Your vote on the text',
} as const;

/** The screen at a person's turn: the question, unless it was asked just before, and what was said before; or the text to review or vote on. */
export function formatTurn(view: TurnView, modes: ViewModes, { isAsked = false } = {}): string {
  const page = createPage(modes);
  const { theme } = page;
  const round = view.step === 'answer' ? ` ${theme.symbols.dot} round ${view.round}` : '';
  page.title(`${turnTitles[view.step]}${round}`);
  if (view.step === 'answer') addQuestion(page, view, isAsked);
  else addText(page, view);
  return page.toText();
}

function addQuestion(page: Page, view: TurnView, isAsked: boolean): void {
  if (!isAsked) page.field('Question', view.question, page.theme.strong);
  if (view.focus.trim() !== '') page.field('Focus', view.focus);
  if (view.context_summary.trim() !== '') page.field('Background', view.context_summary);
  page.list(
    'Said so far in this round',
    view.heard.map(({ role, position }) => `${role}: ${position}`),
  );
  if (view.conflicts.length > 0) page.heading('Open conflicts');
  for (const { id, description, positions } of view.conflicts) {
    page.item(page.theme.symbols.bullet, `${id}: ${description}`);
    for (const position of positions) page.item(`${position.id})`, position.text, { indent: 4 });
  }
}

function addText(page: Page, view: TurnView): void {
  if (view.text !== null) page.field('Decision', view.text.decision, page.theme.strong);
  page.heading(view.step === 'review' ? 'Items' : 'Items to vote on');
  for (const item of view.items) page.item(page.theme.symbols.bullet, `${nameItem(item)}: ${item.text}`);
}

/** The open round for `show`. `say` is the beginning of the command with which the person takes their turn. */
export function formatOpenRound(
  open: OpenRoundView,
  options: { modes: ViewModes; participants: readonly Participant[]; say: string },
): string {
  const page = createPage(options.modes);
  const { turn, round } = open;
  if (turn !== null) page.raw(formatTurn(turn, options.modes));
  else if (round !== null) {
    page.title(`Round ${round.round} is open`);
    page.field('Question', round.question ?? '', page.theme.strong);
  }
  const said = (round?.seats ?? []).filter(({ state, step }) => state === 'answered' && step === 'answer');
  const name = ({ seat }: { seat: string }): string => nameSeat(options.participants, seat);
  const heard = turn === null ? said.filter(({ position }) => position !== null) : [];
  page.list(
    'Said so far in this round',
    heard.map((one) => `${name(one)}: ${one.position}`),
  );
  const failed = (round?.seats ?? []).filter(({ state }) => state === 'failed');
  page.list(
    'Failed',
    groupPositions(failed.map(({ seat, note }) => ({ seat, text: note ?? '' }))).map(
      ({ seats, text }) => `${seats.map((seat) => name({ seat })).join(', ')}: ${text}`,
    ),
    page.theme.bad(page.theme.symbols.failed),
  );
  const blind = said.filter(({ position }) => position === null).map(name);
  if (blind.length > 0) {
    page.blank();
    page.field('Answered', `${blind.join(', ')}; shown once you have answered.`);
  }
  if (turn !== null) {
    page.heading('Take your turn with one of these');
    for (const command of listTurns(turn, options.say)) page.verbatim(command);
  }
  return page.toText();
}

function listTurns({ step, items }: TurnView, say: string): string[] {
  const first = items[0]?.id ?? 'ID';
  switch (step) {
    case 'answer':
      return [`${say} "..."`, `${say} ""`];
    case 'review':
      return [`${say} "..." --block ${first}`, `${say} ""`];
    case 'last-call':
      return [
        `${say} "" --rest ratify`,
        `${say} "..." --block ${first} --rest ratify`,
        `${say} "" --rest none`,
      ];
  }
}

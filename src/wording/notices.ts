/** What the loop has to tell people besides its events. */
import type { Notice } from '../session/codes.ts';
import { formatCost, formatPlural } from './format-numbers.ts';
import { sayLimit } from './override.ts';
import { beginSentence, joinList } from './sentence.ts';
import { sayFailure } from './trouble.ts';

export const noticeLevels: Readonly<Record<Notice['code'], 'info' | 'warning'>> = {
  concluding_at_limit: 'warning',
  seat_left_out: 'warning',
  model_took_over: 'warning',
  asking_again: 'warning',
  guidance_adds_round: 'info',
  more_rounds: 'info',
  cost_unknown: 'warning',
  text_asked_again: 'info',
  one_more_round: 'info',
};

/** The notice as a sentence; `name` gives the name of a seat. */
export function sayNotice(notice: Notice, name: (seat: string) => string = (seat) => seat): string {
  switch (notice.code) {
    case 'concluding_at_limit':
      return `${beginSentence(sayLimit(notice))}. Concluding with what there is.`;
    case 'seat_left_out':
      return `${name(notice.seat)} failed three times in a row and is not asked again in this run. Resume to ask it again, or give it another model: --models ${notice.seat}=<provider/model>`;
    case 'model_took_over':
      return `${name(notice.seat)}: ${notice.to} takes over from ${notice.from} (${sayFailure(notice.kind)}: ${notice.message}).`;
    case 'asking_again':
      return `Too few answers: ${notice.have} of ${notice.need} needed. Asking ${joinList(notice.seats.map(name))} once more.`;
    case 'guidance_adds_round':
      return `Round ${notice.round} was to be the last; your guidance adds one more.`;
    case 'more_rounds':
      return `The round limit is now ${notice.rounds} (was ${notice.before}).`;
    case 'cost_unknown':
      return `The cost limit of ${formatCost(notice.max_cost)} cannot be checked: the price of a model is unknown (${formatPlural(notice.tokens, 'token')} so far). Add it under prices: in config.yaml, or limit tokens with --max-tokens.`;
    case 'text_asked_again':
      return `The ${notice.step} fails ${formatPlural(notice.problems, 'check')}; asking for ${notice.problems === 1 ? 'it' : 'them'} to be fixed.`;
    case 'one_more_round':
      return `${joinList(notice.items)} must be settled: one more round on this alone.`;
  }
}

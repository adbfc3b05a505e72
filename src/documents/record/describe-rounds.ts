/** The rounds of the record: question, what each seat said, synthesis, and what followed. */
import type { Answer, Round } from '../../session/round.ts';
import { sayStance } from '../../wording/conflict.ts';
import { sayDecision } from '../../wording/override.ts';
import { endSentence } from '../../wording/sentence.ts';
import { sayFallback, sayLoss } from '../../wording/trouble.ts';
import { inline, shown } from '../markdown/text.ts';
import type { Printing } from '../printing.ts';
import { after, listed, point } from './record-printing.ts';

/** One round, under a heading of the third level; with `seat`, only what that seat said. */
export function describeRound(round: Round, printing: Printing, seat?: string): string {
  const { line, body, nameSeat } = printing;
  const isMeant = (one: string): boolean => seat === undefined || one === seat;
  const title = [...new Set([round.phase, round.focus])]
    .map((part) => inline(part))
    .filter((part) => part !== '');
  const before = printing.session.rounds.find((one) => one.round === round.round - 1)?.recommendation;
  const isSame = before != null && before === round.recommendation;
  const silent = [
    ...round.failed.filter(isMeant).map((one) => `* ${nameSeat(one)} gave no answer.`),
    ...round.passed.filter(isMeant).map((one) => `* ${nameSeat(one)} was not asked, or passed.`),
  ];
  const synthesis = [
    '#### Synthesis',
    body(round.synthesis, { level: 4 }),
    round.synthesis_fallback === null
      ? ''
      : `Put together by the program: ${inline(sayFallback(round.synthesis_fallback))}.`,
    round.consensus
      .map(({ text, statements }) => `* Read as agreed: ${line(text)}${listed(statements)}`)
      .join('\n'),
    after('*Recommendation*', isSame ? 'as in the round before' : line(round.recommendation ?? '')),
    round.next_action === null ? '' : endSentence(inline(sayDecision(round))),
    round.losses.map((loss) => `* Lost: ${inline(sayLoss(loss, nameSeat))}`).join('\n'),
  ];
  return [
    `### Round ${round.round}${title.length === 0 ? '' : `: ${title.join(', ')}`}`,
    `*Question:* ${shown(round.question)}${round.question_fallback === null ? '' : ` (asked by the program: ${inline(sayFallback(round.question_fallback))})`}`,
    ...round.answers
      .filter((answer) => isMeant(answer.seat))
      .map((answer) => describeAnswer(answer, round, printing)),
    silent.join('\n'),
    ...(seat === undefined ? synthesis : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeAnswer(answer: Answer, round: Round, { line, body, nameSeat }: Printing): string {
  const { seat, position, proposal, confidence, cause } = answer;
  const ofSeat = (list: Round['assumptions']): string[] =>
    list.filter((one) => one.seat === seat).map(({ text }) => line(text));
  const name = inline(answer.name ?? '');
  const notes = [
    ...(confidence === null ? [] : [`Confidence ${confidence}`]),
    after('What changed its view', line(cause ?? '')),
    ...answer.conflicts.map(
      (stance) =>
        `On ${inline(stance.conflict_id)}: ${line(sayStance(stance))}${stance.because === '' ? '' : `, ${line(stance.because)}`}`,
    ),
    ...answer.concerns.map((concern) => after('Concern', line(concern))),
    ...ofSeat(round.assumptions).map((text) => after('Assumption', text)),
    ...ofSeat(round.context_challenges).map((text) => after('On the context given', text)),
    ...(round.look_ups ?? [])
      .filter((one) => one.seat === seat)
      .map(({ title, found }) => `Looked up: ${shown(title)}${found ? '' : ' (nothing there)'}`),
  ].filter((note) => note !== '');
  return [
    `#### ${nameSeat(seat)}${name === '' ? '' : `, ${name}`}`,
    body(position, { level: 4 }) || '–',
    notes.map((note) => point(note, [])).join('\n'),
    body(proposal, { level: 4 }),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A rehearsed seat's answer. */
import type { RequestFacts } from '../session/model-request.ts';
import { createRandom } from '../session/rules/random.ts';
import type { Session } from '../session/session.ts';
import { dealPoints, stateKind } from './deal.ts';
import { citeFile } from './look.ts';
import { findHeld, givesUp, listDissenters, listSeats } from './plots.ts';
import type { Point } from './points.ts';
import { quote } from './quote.ts';
import {
  adoptPoint,
  argument,
  assumption,
  buildPoint,
  concern,
  concession,
  openQuestion,
  ways,
} from './story.ts';

/** What a seat says in a round. */
export function rehearseAnswer(facts: RequestFacts, { seat, round }: { seat: string; round: number }) {
  const { session, phase } = facts;
  const isNew = !session.statements.some((statement) => statement.seat === seat && statement.round < round);
  const leads = isNew && listSeats(session)[0]?.id === seat;
  const way = listDissenters(session).includes(seat) ? adoptPoint : buildPoint;
  const points = dealPoints(facts, round).get(seat) ?? [];
  const brought = isNew ? [way, ...points] : points;
  const side = session.participants.find(({ id }) => id === seat)?.side ?? null;
  const conflicts = session.conflicts
    .filter(({ status }) => status === 'open')
    .map((conflict) => {
      const gives = givesUp(facts, conflict, seat);
      const held = findHeld(conflict, seat);
      return {
        conflict_id: conflict.id,
        holds: gives ? null : (held?.id ?? null),
        gives_up: gives,
        because: gives ? concession : held === null ? '' : way.why,
      };
    });
  const said = [
    ...(conflicts.some(({ gives_up: gives }) => gives) ? [`I give up my position. ${concession}`] : []),
    ...(conflicts.some(({ holds }) => holds !== null) ? ['I keep to my position on what divides us.'] : []),
    ...(isNew ? [way.text] : points.map(({ text }) => `What I add: ${text}`)),
  ];
  const opening = phase.votes ? 'I speak for my own role again.' : `I argue for the side “${side}”.`;
  return {
    position: [
      ...(side === null ? [] : [opening]),
      ...(said.length > 0 ? said : ['I have nothing to add to what I said before.']),
    ].join(' '),
    proposal: facts.proposal ? writeProposal(session, way, points) : '',
    statements: [
      ...brought.map((point) => ({ kind: stateKind(facts, point), text: point.text })),
      ...(leads ? [{ kind: 'other', text: argument }] : []),
    ],
    facts: citeFile(facts),
    assumptions: isNew ? [assumption] : [],
    concerns: isNew ? [concern] : [],
    questions: leads ? [openQuestion] : [],
    confidence: Math.round(62 + createRandom(session.seed, `${round}/${seat}`)() * 28) / 100,
    conflicts,
    private_note: `In round ${round} I brought ${points.length} points.`,
  };
}

/** The proposal in markdown. */
function writeProposal({ topic }: Pick<Session, 'topic'>, way: Point, points: readonly Point[]): string {
  const unless =
    way === buildPoint
      ? 'A measured load that the present parts cannot carry would change my mind.'
      : 'A trial in which the present parts handle the rare cases would change my mind.';
  return [
    `My answer to ${quote(topic)}: **${way.title}**.`,
    '## How it is today\n\nIt is done where it happens to arrive, and whoever is on duty starts it again by hand.',
    `## The ways\n\n${ways.map(({ name, meaning }) => `- **${name}**: ${meaning}`).join('\n')}`,
    `## My choice\n\n${way.why} What weighs most is the day on which the first person uses it, because all we know before that is a guess. ${unless}`,
    `## What I would sign besides\n\n${points
      .slice(0, 2)
      .map(({ title, text }) => `- **${title}**: ${text}`)
      .join('\n')}`,
    '## What must not happen\n\nAn update must never lose what was accepted. I leave out reports and the move of old data.',
  ].join('\n\n');
}

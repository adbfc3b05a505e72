/**
 * The record: what only an auditor reads. Who took part, positions by round, every vote, what was not taken up, the history of
 * every item, decisions and advice of people, overrides, losses, and where it all comes from.
 */
import type { Escalation, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import { block, heading, inline, shown } from '../markdown/text.ts';
import { renderNotices } from '../notices.ts';
import { countSupport, listLatest } from '../parts/standing.ts';
import { nameSeat, type Rendering } from '../rendering.ts';

/** The record as markdown. */
export function renderRecord(rendering: Rendering): string {
  const { session } = rendering;
  const parts = [
    `# Record: ${heading(session.topic, 'Untitled')}`,
    renderNotices(rendering),
    ...section('Who Took Part', [listSeats(session)]),
    ...section(
      'Rounds',
      session.rounds.map((round) => describeRound(session, round, rendering)),
    ),
    ...section(
      'Items and Votes',
      session.artifacts.map((item) => describeItem(item, rendering)),
    ),
    ...section('Not Taken Up', listNotTaken(rendering)),
    ...section(
      'Conflicts',
      session.conflicts.map((conflict) => describeConflict(session, conflict, rendering)),
    ),
    ...section('Decisions and Advice of People', [
      ...session.escalations.map((one) => describeEscalation(session, one)),
      ...listGuidance(session),
    ]),
    ...section('Overrides', listOverrides(session)),
    ...section(
      'Citations That Do Not Hold',
      rendering.unsupported.map((one) => `* ${shown(one)}`),
    ),
    ...section('Losses', listLosses(session)),
    ...section('Provenance', listOrigin(rendering)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, parts: readonly string[]): string[] {
  const lines = parts.filter((part) => part !== '');
  const glue = lines.every((line) => line.startsWith('* ')) ? '\n' : '\n\n';
  return lines.length === 0 ? [] : [`## ${title}`, lines.join(glue)];
}

function listSeats(session: Session): string {
  const row = (cells: string[]) => `| ${cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ')} |`;
  return [
    row(['Seat', 'Role', 'Played by']),
    row(['---', '---', '---']),
    ...session.participants.map((seat) => {
      const side = seat.side === null ? '' : `, argued ${seat.side}`;
      const player = seat.kind === 'human' ? 'a person' : inline(seat.model ?? '');
      return row([inline(seat.id), `${inline(seat.role)}${side}`, player]);
    }),
    row(['facilitator', inline(session.facilitator.agent), inline(session.facilitator.model)]),
    row(['synthesizer', inline(session.synthesizer.agent), inline(session.synthesizer.model)]),
  ].join('\n');
}

function describeRound(session: Session, round: Session['rounds'][number], { holds }: Rendering): string {
  const answers = round.answers.map((answer) => {
    const said = session.statements.filter(
      ({ seat, round: number, raised_in: raisedIn }) =>
        seat === answer.seat && number === round.round && raisedIn === 'round',
    );
    return [
      `* ${nameSeat(session, answer.seat)}: ${shown(answer.position)}${formatCitations([{ round: round.round, seat: answer.seat }], holds)}`,
      ...(answer.changed === true
        ? [`  * Changed its position: ${inline(answer.cause ?? '') || 'no argument named'}`]
        : []),
      ...said.map(({ id, text, why, items }) => {
        const because = why.trim() === '' ? '' : ` Because: ${shown(why)}`;
        return `  * ${id} ${shown(text)}${because}${items.length === 0 ? '' : ` → ${items.join(', ')}`}`;
      }),
      ...answer.concerns.map((concern) => `  * Concern: ${shown(concern)}`),
      ...round.facts
        .filter(({ seat }) => seat === answer.seat)
        .map(({ text }) => `  * Fact, not checked: ${shown(text)}`),
      ...round.assumptions
        .filter(({ seat }) => seat === answer.seat)
        .map(({ text }) => `  * Assumption: ${shown(text)}`),
    ].join('\n');
  });
  const silent = [
    ...round.failed.map((seat) => `* ${nameSeat(session, seat)} gave no answer`),
    ...round.passed.map((seat) => `* ${nameSeat(session, seat)} said nothing`),
  ];
  return [
    `### Round ${round.round}, ${heading(round.phase, 'one phase')}`,
    `Question: ${shown(round.question)}`,
    [...answers, ...silent].join('\n'),
    `Synthesis: ${block(round.synthesis)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeItem(item: Item, rendering: Rendering): string {
  const { session, holds } = rendering;
  const title = item.title.trim() === '' ? '' : `${inline(item.title)}: `;
  const state = item.replaced_by === null ? item.status : `replaced by ${item.replaced_by}`;
  const from = item.from.length === 0 ? 'no statement' : item.from.join(', ');
  return [
    `* **${shown(item.id)}** ${title}${shown(item.text)} (${state}; ${countSupport(item)})`,
    `  * From ${from}${formatCitations(item.proposed_by, holds)}`,
    ...listLatest(item).map(({ seat, stance, reason, round, presumed }) => {
      const word = { support: 'for', stand_aside: 'aside', block: 'against' }[stance];
      const how =
        presumed === true
          ? ', as the one who put it forward'
          : reason.trim() === ''
            ? ''
            : `: ${shown(reason)}`;
      return `  * ${nameSeat(session, seat)} ${word}${how} (round ${round})`;
    }),
    ...item.judgements.map(
      ({ seat, value, feasibility, round }) =>
        `  * ${nameSeat(session, seat)}: value ${value}, feasibility ${feasibility} (round ${round})`,
    ),
    ...item.history.map(
      ({ round, change, text }) =>
        `  * Round ${round}: ${inline(change)}${text.trim() === '' || text === item.text ? '' : `: ${shown(text)}`}`,
    ),
  ].join('\n');
}

function listNotTaken({ session, holds }: Rendering): string[] {
  return session.statements
    .filter(({ not_taken: reason }) => reason !== null)
    .map(
      ({ id, seat, round, text, not_taken: reason }) =>
        `* ${id} ${nameSeat(session, seat)}: ${shown(text)}${formatCitations([{ round, seat }], holds)} – ${shown(reason ?? '')}`,
    );
}

function describeConflict(
  session: Session,
  conflict: Session['conflicts'][number],
  { holds }: Rendering,
): string {
  const end =
    conflict.status === 'open'
      ? `open since round ${conflict.opened_in}`
      : `resolved in round ${conflict.resolved_in ?? '?'} (${conflict.resolution_type ?? 'unknown'})`;
  return [
    `* **${shown(conflict.id)}** ${shown(conflict.description)} (${end})`,
    ...conflict.positions.map(
      ({ seat, text, round }) =>
        `  * ${nameSeat(session, seat)}: ${shown(text)}${formatCitations([{ round, seat }], holds)}`,
    ),
    ...(conflict.resolution === null ? [] : [`  * Resolution: ${shown(conflict.resolution)}`]),
    ...conflict.history
      .filter(({ change }) => change === 'reworded')
      .map(({ round, text }) => `  * Reworded in round ${round}: ${shown(text)}`),
  ].join('\n');
}

function describeEscalation(session: Session, escalation: Escalation): string {
  const head = `* **${shown(escalation.id)}** (round ${escalation.round}): ${inline(escalation.reason)}.`;
  if (escalation.status === 'pending') return `${head} Nobody has decided yet.`;
  const who = { user: 'A person', policy: 'The policy for unattended runs', assistant: 'An assistant' }[
    escalation.answered_by ?? 'policy'
  ];
  const rounds = escalation.extra_rounds;
  const what = {
    accept: `accepted the recommendation: ${shown(escalation.text ?? escalation.recommendation ?? '')}`,
    own: `decided: ${shown(escalation.text ?? '')}`,
    continue: `let the panel go on for ${rounds} more ${rounds === 1 ? 'round' : 'rounds'}`,
    none: 'answered',
  }[escalation.decision ?? 'none'];
  const positions = escalation.positions.map(
    ({ seat, text }) => `\n  * ${nameSeat(session, seat)}: ${shown(text)}`,
  );
  return `${head} ${who} ${what}${positions.join('')}`;
}

function listGuidance(session: Session): string[] {
  return session.guidance.map(({ after_round: after, text, by }) => {
    const who = by === 'user' ? '' : ` (${inline(by)})`;
    return `* Advice after round ${after}${who}: ${shown(text)}`;
  });
}

const actions = {
  continue: 'going on',
  phase: 'the next phase',
  conclude: 'concluding',
  escalate: 'asking a person',
  pause: 'a pause',
} as const;

function listOverrides(session: Session): string[] {
  return session.rounds
    .filter(({ override }) => override !== null)
    .map(
      (round) =>
        `* Round ${round.round}: the facilitator proposed ${actions[round.proposed_action]}, the program decided on ${round.next_action === null ? 'nothing yet' : actions[round.next_action]} (${inline(round.override ?? '')})`,
    );
}

function listLosses(session: Session): string[] {
  return [
    ...session.rounds.flatMap((round) =>
      round.losses.map((loss) => `* Round ${round.round}: ${inline(loss)}`),
    ),
    ...session.failures.map(
      (failure) =>
        `* Round ${failure.round}, ${inline(failure.step)}, ${inline(failure.seat)}: ${failure.kind}, ${inline(failure.message)}`,
    ),
  ];
}

function listOrigin({ session, assembled }: Rendering): string[] {
  const rounds = session.rounds.length;
  const outcome = session.outcome;
  return [
    `* Session: ${inline(session.id)}`,
    `* Topic: ${shown(session.topic)}`,
    `* Discussion: ${session.workflow_type}, strategy ${inline(session.strategy)}, ${rounds === 1 ? '1 round' : `${rounds} rounds`}`,
    `* Result: ${outcome === null ? 'none yet' : `${outcome.result}, ended by ${outcome.ended_by}`}`,
    `* Content: ${assembled === null ? `written by the synthesizer (${inline(session.synthesizer.agent)})` : 'assembled by the program'}`,
    '* Sources are written as \\[R2 qa-lead\\]: what the seat qa-lead said in round 2.',
  ];
}

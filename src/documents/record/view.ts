/**
 * The record, which only auditors read: participants, positions by round, every vote, statements not taken up, the history of
 * every item, decisions and advice of people, overrides, losses, and provenance.
 */
import type { Escalation, Item, Position } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations, titleRound } from '../citations.ts';
import { block, heading, inline, shown } from '../markdown/text.ts';
import { renderNotices } from '../notices.ts';
import { describeFact } from '../parts/evidence.ts';
import { citeItem, listChecks } from '../parts/items.ts';
import { countSupport } from '../parts/standing.ts';
import { nameSeat, type Rendering } from '../rendering.ts';
import { isFromReview } from '../speech.ts';

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
    ...section('Agenda', listTopics(session)),
    ...section('Put Forward in the Review or Without an Answer', listReviewed(rendering)),
    ...section('Not Taken Up', listNotTaken(rendering)),
    ...section(
      'Conflicts',
      session.conflicts.map((conflict) => describeConflict(session, conflict, rendering)),
    ),
    ...section('Questions', listQuestions(rendering)),
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

/** A text after its label; empty if there is no text. */
function label(name: string, text: string): string {
  return text.trim() === '' ? '' : ` ${name}: ${shown(text)}`;
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
      `* ${nameSeat(session, answer.seat)}${sayName(answer.name)}: ${shown(answer.position)}${formatCitations([{ round: round.round, seat: answer.seat }], holds)}`,
      ...(answer.changed === true
        ? [`  * Changed its position: ${inline(answer.cause ?? '') || 'no argument named'}`]
        : []),
      ...said.map(({ id, text, why, verify, items }) => {
        const became = items.length === 0 ? '' : ` → ${items.join(', ')}`;
        return `  * ${id} ${shown(text)}${label('Because', why)}${label('To verify', verify)}${became}`;
      }),
      ...answer.concerns.map((concern) => `  * Concern: ${shown(concern)}`),
      ...round.facts.filter(({ seat }) => seat === answer.seat).flatMap(describeFact),
      ...round.assumptions
        .filter(({ seat }) => seat === answer.seat)
        .map(({ text }) => `  * Assumption: ${shown(text)}`),
      ...round.context_challenges
        .filter(({ seat }) => seat === answer.seat)
        .map(({ text }) => `  * On the context given: ${shown(text)}`),
    ].join('\n');
  });
  const silent = [
    ...round.failed.map((seat) => `* ${nameSeat(session, seat)} gave no answer`),
    ...round.passed.map((seat) => `* ${nameSeat(session, seat)} said nothing`),
  ];
  return [
    `### ${titleRound(round)}`,
    `Question: ${shown(round.question)}`,
    [...answers, ...silent].join('\n'),
    `Synthesis: ${block(round.synthesis)}`,
    (round.recommendation ?? '').trim() === ''
      ? ''
      : `Recommendation of the facilitator: ${shown(round.recommendation ?? '')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeItem(item: Item, rendering: Rendering): string {
  const { session } = rendering;
  const title = item.title.trim() === '' ? '' : `${inline(item.title)}: `;
  const state = item.replaced_by === null ? item.status : `replaced by ${item.replaced_by}`;
  const from = item.from.length === 0 ? 'no statement' : item.from.join(', ');
  return [
    `* **${shown(item.id)}** ${title}${shown(item.text)} (${state}; ${countSupport(item)})`,
    `  * From ${from}${citeItem(item, rendering)}`,
    ...(item.rationale.trim() === '' ? [] : [`  * Rationale: ${shown(item.rationale)}`]),
    ...listChecks(item, session).map((check) => `  * ${check}`),
    ...item.stances.map((entry) => {
      const { seat, stance, reason, round, presumed, priority } = entry;
      const word = { support: 'for', stand_aside: 'aside', block: 'against' }[stance];
      const why =
        presumed === true
          ? ', as the one who put it forward'
          : reason.trim() === ''
            ? ''
            : `: ${shown(reason)}`;
      const later = item.stances.findLast((other) => other.seat === seat) === entry ? '' : ', changed later';
      const when = isFromReview(session, item, entry) ? 'review' : `round ${round}`;
      const rank = priority === undefined ? '' : `, as a ${priority}`;
      return `  * ${nameSeat(session, seat)} ${word}${rank}${why} (${when}${later})`;
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

/** Statements that became no item, with the reason; those of the open round have no reason yet. */
function listNotTaken({ session, holds }: Rendering): string[] {
  return session.statements
    .filter(({ not_taken: reason, items }) => reason !== null || items.length === 0)
    .map(({ id, seat, round, text, verify, not_taken: reason, raised_in: raisedIn }) => {
      const source = formatCitations([{ round, seat, review: raisedIn === 'review' }], holds);
      return `* ${id} ${nameSeat(session, seat)}: ${shown(text)}${label('To verify', verify)}${source} – ${shown(reason ?? 'not sorted yet')}`;
    });
}

/** Statements that belong to no answer, mainly those of the review, with the items that they became. */
function listReviewed({ session, holds }: Rendering): string[] {
  const answered = new Set(
    session.rounds.flatMap(({ round, answers }) => answers.map(({ seat }) => `${round}/${seat}`)),
  );
  return session.statements
    .filter(
      ({ items, raised_in: raisedIn, round, seat }) =>
        items.length > 0 && (raisedIn === 'review' || !answered.has(`${round}/${seat}`)),
    )
    .map(({ id, seat, round, text, why, verify, items, raised_in: raisedIn }) => {
      const source = formatCitations([{ round, seat, review: raisedIn === 'review' }], holds);
      return `* ${id} ${shown(text)}${label('Because', why)}${label('To verify', verify)}${source} → ${items.join(', ')}`;
    });
}

function listTopics({ agenda }: Session): string[] {
  const states = { pending: 'not covered', partial: 'covered in part', covered: 'covered' } as const;
  return agenda.map((topic) => {
    const met = new Set(topic.criteria_met.map(({ criterion }) => criterion));
    return [
      `* ${shown(topic.name)}${topic.critical ? ', critical' : ''}: ${states[topic.status]}`,
      ...topic.criteria_met.map(
        ({ criterion, round, by }) =>
          `  * Met in round ${round}: ${shown(criterion)}${by.length === 0 ? '' : ` (${by.map(inline).join(', ')})`}`,
      ),
      ...topic.criteria.filter((one) => !met.has(one)).map((one) => `  * Not met: ${shown(one)}`),
    ].join('\n');
  });
}

function listQuestions({ session, holds }: Rendering): string[] {
  return session.open_questions.map(({ id, text, raised_by: by, round, status, answer }) => {
    const sources = formatCitations(
      by.map((seat) => ({ round, seat })),
      holds,
    );
    const end = answer === null || answer.trim() === '' ? status : `answered: ${shown(answer)}`;
    return `* **${shown(id)}** ${shown(text)}${sources} – ${end}`;
  });
}

function describeConflict(
  session: Session,
  conflict: Session['conflicts'][number],
  { holds }: Rendering,
): string {
  const how = {
    consensus: ' by the panel',
    conceded: ', as one side gave way',
    facilitator: ' by the facilitator',
    user: ' by a person',
    policy: ' by the policy for unattended runs',
    none: '',
  }[conflict.resolution_type ?? 'none'];
  const end =
    conflict.status === 'open'
      ? `open since round ${conflict.opened_in}`
      : `resolved${conflict.resolved_in === null ? '' : ` in round ${conflict.resolved_in}`}${how}`;
  const line = ({ seat, text, round }: Position): string =>
    `${nameSeat(session, seat)}: ${shown(text)}${formatCitations([{ round, seat }], holds)}`;
  const last = new Set(conflict.positions.map(line));
  const earlier = session.rounds
    .flatMap(({ conflicts }) => conflicts.filter(({ id }) => id === conflict.id))
    .flatMap(({ positions }) => positions.map(line))
    .filter((one, index, all) => !last.has(one) && all.indexOf(one) === index);
  return [
    `* **${shown(conflict.id)}** ${shown(conflict.description)} (${end})`,
    ...conflict.history
      .filter(({ change, text }) => /^(?:opened|reworded)$/.test(change) && text !== conflict.description)
      .map(
        ({ round, change, text }) =>
          `  * ${change === 'opened' ? 'First worded' : 'Reworded'} in round ${round}: ${shown(text)}`,
      ),
    ...earlier.map((one) => `  * Earlier, ${one}`),
    ...[...last].map((one) => `  * ${one}`),
    ...(conflict.recommendation === null
      ? []
      : [`  * The facilitator recommended: ${shown(conflict.recommendation)}`]),
    ...(conflict.resolution === null ? [] : [`  * Resolution: ${shown(conflict.resolution)}`]),
  ].join('\n');
}

function describeEscalation(session: Session, escalation: Escalation): string {
  const head = `* **${shown(escalation.id)}** (round ${escalation.round}): ${endSentence(inline(escalation.reason))}`;
  if (escalation.status === 'pending') return `${head} Nobody has decided yet.`;
  const person = inline(escalation.answered_name ?? '') || 'A person';
  const who = { user: person, policy: 'The policy for unattended runs', assistant: 'An assistant' }[
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

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function sayName(name = ''): string {
  const person = inline(name);
  return person === '' ? '' : ` (${person})`;
}

function listGuidance(session: Session): string[] {
  return session.guidance.map(({ after_round: after, text, by, name = '' }) => {
    const person = inline(name);
    const who = by !== 'user' ? ` (${inline(by)})` : person === '' ? '' : ` by ${person}`;
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

function listOrigin({ session, assembled, publishedIds }: Rendering): string[] {
  const rounds = session.rounds.length;
  const outcome = session.outcome;
  return [
    `* Session: ${inline(session.id)}`,
    `* Topic: ${shown(session.topic)}`,
    `* Discussion: ${session.workflow_type}, strategy ${inline(session.strategy)}, ${rounds === 1 ? '1 round' : `${rounds} rounds`}`,
    `* Result: ${outcome === null ? 'none yet' : `${outcome.result}, ended by ${outcome.ended_by}`}`,
    ...(session.journal_changes ?? []).map(
      ({ line, noticed_at: at }) =>
        `* The journal was changed by hand at line ${line} (noticed ${inline(at)}): the words quoted from that call or person may not be what was said.`,
    ),
    ...[...publishedIds]
      .filter(([id, published]) => id !== published)
      .map(
        ([id, published]) => `* ${inline(id)} is ${inline(published)} in the requirements of the project.`,
      ),
    `* Content: ${assembled === null ? `written by the synthesizer (${inline(session.synthesizer.agent)})` : 'assembled by the program'}`,
    '* Sources are written as \\[R2 qa-lead\\], what the seat qa-lead said in round 2, or \\[review qa-lead\\], what it said in the review after the last round.',
  ];
}

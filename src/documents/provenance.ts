/** Where a document comes from: seats, rounds, numbered results, losses, the session. */
import type { Session } from '../domain/session.ts';
import { formatCitations } from './citations.ts';
import { inline, shown } from './markdown/text.ts';
import { type Rendering, section } from './rendering.ts';
import { citeSeats } from './session-material.ts';

/** Third-level sections. `withResults` lists the numbered results, for documents that do not carry them. */
export function renderProvenance(rendering: Rendering, options: { withResults: boolean }): string {
  const { session } = rendering;
  return [
    ...section('Who Took Part', listSeats(session)),
    ...section('Numbered Results', options.withResults ? listResults(rendering) : []),
    ...section(
      'Unsupported Citations',
      rendering.unsupported.map((one) => `* ${shown(one)}`),
    ),
    ...section('Losses', listLosses(session)),
    ...section('Provenance', listOrigin(rendering)),
  ].join('\n\n');
}

function listSeats(session: Session): string[] {
  const row = (cells: string[]) => `| ${cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ')} |`;
  return [
    row(['Seat', 'Role', 'Played by']),
    row(['---', '---', '---']),
    ...session.participants.map((seat) => {
      const side = seat.side === null ? '' : `, ${seat.side}`;
      const player = seat.kind === 'human' ? 'a person' : inline(seat.model ?? '');
      return row([inline(seat.id), `${inline(seat.role)}${side}`, player]);
    }),
    row(['facilitator', inline(session.facilitator.agent), inline(session.facilitator.model)]),
    row(['synthesizer', inline(session.synthesizer.agent), inline(session.synthesizer.model)]),
  ];
}

function listResults({ session, holds }: Rendering): string[] {
  return session.artifacts.map((artifact) => {
    const state = artifact.status === 'proposed' ? '' : ` (${artifact.status})`;
    const citations = formatCitations(citeSeats(session, artifact.proposed_by, artifact.round), holds);
    return `* **${shown(artifact.id)}** ${inline(artifact.title)}${state}${citations}`;
  });
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

function listOrigin({ session, sessionHref, assembled }: Rendering): string[] {
  const rounds = session.rounds.length;
  const confidence = findConfidence(session);
  return [
    `* Session: [${inline(session.id)}](${sessionHref})`,
    `* Topic: ${inline(session.topic)}`,
    `* Discussion: ${session.workflow_type}, strategy ${inline(session.strategy)}, ${rounds === 1 ? '1 round' : `${rounds} rounds`}, result ${session.outcome?.result ?? 'none yet'}`,
    ...(confidence === null ? [] : [`* Mean confidence of the last round: ${confidence}`]),
    `* Content: ${assembled === null ? `written by the synthesizer (${inline(session.synthesizer.agent)})` : 'assembled by the program'}`,
    '* Sources are written as \\[R2 qa-lead\\]: what the seat qa-lead said in round 2.',
  ];
}

/** Mean of the confidences in the last round with any, two decimals. */
function findConfidence(session: Session): string | null {
  for (const round of session.rounds.toReversed()) {
    const known = round.answers.map((answer) => answer.confidence).filter((one) => one !== null);
    if (known.length > 0) return (known.reduce((sum, one) => sum + one, 0) / known.length).toFixed(2);
  }
  return null;
}

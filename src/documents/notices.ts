/** Notices above the content: that the session was rehearsed, degraded, not fully covered or not finished. */
import type { Session } from '../domain/session.ts';
import { inline } from './markdown/text.ts';
import { describeUnseen } from './parts/evidence.ts';
import { describeUncovered } from './parts/firmness.ts';
import { nameSeat, type Rendering } from './rendering.ts';

/** One block quote with every notice that applies; empty if there is none. */
export function renderNotices(rendering: Rendering): string {
  const { session } = rendering;
  const parts = [
    describeRehearsal(session),
    session.imported_from === undefined
      ? ''
      : '**Read from a session of the s2s plugin.** It shows support as that file states it; this program neither counted votes nor checked anything.',
    ...describeDegradation(session),
    rendering.assembled === null
      ? ''
      : `**Assembled by the program,** without a writer, from items and rounds: ${inline(rendering.assembled)}.`,
    describeUncovered(session),
    describeUnseen(session),
    describeProgress(session),
    describeUnsupported(rendering.unsupported),
  ].filter((part) => part !== '');
  if (parts.length === 0) return '';
  return parts
    .join('\n\n')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function describeRehearsal(session: Session): string {
  if (!session.rehearsal) return '';
  const seats = [
    ...session.participants,
    { id: 'facilitator', kind: 'model', model: session.facilitator.model },
    { id: 'synthesizer', kind: 'model', model: session.synthesizer.model },
  ].filter((seat) => seat.kind === 'model');
  const asked = seats.filter((seat) => !/^rehearsal(?:\/|$)/.test(seat.model ?? ''));
  if (asked.length === 0 || asked.length === seats.length) {
    return '**This is a rehearsal: no model was asked.** The built-in panel made up everything below to show how a run goes. Nobody should act on it.';
  }
  const rehearsed = seats.filter((seat) => !asked.includes(seat)).map((seat) => inline(seat.id));
  return `**This is a rehearsal: no model was asked for ${rehearsed.join(', ')}.** The built-in panel made up what these seats say below. Nobody should act on it.`;
}

/** One paragraph and a list of what was missing, or nothing. */
function describeDegradation(session: Session): string[] {
  const missing = [
    ...(session.outcome?.degradation ?? []).map(inline),
    ...session.rounds.flatMap((round) =>
      [...new Set(round.failed)].map((seat) => {
        const failure = session.failures.find((known) => known.round === round.round && known.seat === seat);
        return `${nameSeat(session, seat)} gave no answer in round ${round.round}${failure === undefined ? '' : ` (${failure.kind})`}`;
      }),
    ),
    ...session.rounds.flatMap(({ round, question_fallback: question, synthesis_fallback: synthesis }) => [
      question === null ? '' : `The program asked its own question in round ${round}: ${inline(question)}`,
      synthesis === null ? '' : `The program assembled the synthesis of round ${round}: ${inline(synthesis)}`,
    ]),
  ].filter((line) => line !== '');
  if (missing.length === 0 && session.outcome?.degraded !== true) return [];
  const lines = [...new Set(missing)].map((line) => `* ${line}`);
  return ['**This result is degraded.** What was missing:', lines.join('\n')].filter((part) => part !== '');
}

function describeProgress(session: Session): string {
  if (session.status === 'completed') return '';
  return `**This session is ${session.status}.** The document shows it as it stood after round ${session.rounds.length}.`;
}

function describeUnsupported(unsupported: readonly string[]): string {
  if (unsupported.length === 0) return '';
  const count = unsupported.length === 1 ? '1 citation names' : `${unsupported.length} citations name`;
  return `**Check the sources.** ${count} a seat or a round in which the seat did not say this; each is marked in the text.`;
}

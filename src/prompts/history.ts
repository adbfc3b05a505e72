/** What was said and where things stand: the same for everybody who is asked at this point, in an order that only grows at its end. */

import type { Phase } from '../session/library.ts';
import type { PromptBlock } from '../session/model-request.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import type { Naming } from './seat-names.ts';
import { createFence, joinParts, section } from './shared.ts';
import { describeRounds, describeStanding } from './standing.ts';

/** Characters that one token is taken to stand for. */
const charactersPerToken = 4;

/**
 * The rounds before this one, a block each, then where things stand. A later call finds the earlier rounds at the same place, so that a
 * provider finds what it has read before; the last two rounds are marked: one to find, one to keep.
 */
export function buildPast(
  session: Session,
  naming: Naming,
  { isWhole = false }: { isWhole?: boolean } = {},
): PromptBlock[] {
  const limit = session.settings.memory.budget_tokens * charactersPerToken;
  const rounds = describeRounds(session, naming, isWhole ? Number.POSITIVE_INFINITY : limit);
  const standing = section(
    'Where things stand',
    createFence(session)('state', describeStanding(session, naming)),
  );
  return [
    ...rounds.map((part, index) => {
      const fenced = fenceText('history', part, session.fence);
      return {
        text: index === 0 ? joinParts([section('Earlier rounds', fenced)]) : fenced,
        cache: index >= rounds.length - 2,
      };
    }),
    ...(standing === null ? [] : [{ text: standing, cache: true }]),
  ];
}

/** What the seats are told of the phase. The facilitator reads it too, so that it asks nothing against it. */
export function buildPhase(phase: Phase): PromptBlock[] {
  const text = section(`Phase ${phase.name}: what the seats are told`, phase.prompt_suffix || phase.goal);
  return text === null ? [] : [{ text, cache: false }];
}

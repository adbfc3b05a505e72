/** Collects the facts behind a request, for the rehearsal panel. */

import type { Agent } from '../session/library.ts';
import type { RequestFacts } from '../session/model-request.ts';
import { readPhase } from '../session/rules/phases.ts';
import type { Run } from './run.ts';

/** The facts of a request: those of the session, and what `more` adds for its step. */
export function buildFacts(
  { session, table }: Pick<Run, 'session' | 'table'>,
  agent: Agent,
  more: Partial<RequestFacts> = {},
): RequestFacts {
  return {
    session,
    agent,
    agenda: table.agenda,
    context: table.context,
    phase: readPhase(session, table.strategy).phase,
    asked: null,
    answers: [],
    proposal: false,
    ballot: [],
    problems: [],
    ...more,
  };
}

/** A session as the server shows it, for tests of the page. */
import type { Shown } from '../../src/page/answer-types.ts';
import { buildDesignSession } from '../support/session-fixtures.ts';

export function shownSession(changes: Partial<Shown> = {}): Shown {
  return {
    ...buildDesignSession(),
    ...{
      open_round: null,
      worker_error: null,
      runner: null,
      waits_for: null,
      next_speaker: null,
      last_event: 0,
    },
    ...changes,
  };
}

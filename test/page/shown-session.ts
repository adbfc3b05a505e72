/** A session as the server shows it, for tests of the page. */
import type { Shown } from '../../src/page/answer-types.ts';
import { buildDesign } from '../support/text-session.ts';

export function shownSession(changes: Partial<Shown> = {}): Shown {
  return {
    ...buildDesign(),
    ...{
      open_round: null,
      worker_error: null,
      runner: null,
      waits_for: null,
      next_speaker: null,
      last_event: 0,
      heard: [],
    },
    ...changes,
  };
}

/** A text in which nothing is written yet. */
import type { Table } from '../../session/ports/ports.ts';
import type { Text } from '../../session/text.ts';

/** The first version, by whom and for which step next. */
export function startText(
  { extended }: Pick<Table, 'extended'>,
  { step, written_by, fallback }: Pick<Text, 'step' | 'written_by' | 'fallback'>,
): Text {
  return {
    ...{ version: 1, step, last_calls: 0, reopened: [], reopened_round: null },
    ...{ title: '', decision: '', why: [], firmness: '', sections: [], drivers: [], ways: [], labels: [] },
    extends: extended === null ? null : { path: extended.path },
    ...{ supersedes: [], frozen_hash: null, written_by, fallback, unrevised: null },
    ...{ removed: [], before: null, reviewed: null, problems: [], left: [] },
  };
}

/** Looks things up through the journal: a finding, once made, is given again even if the project's files have changed since. */
import type { Evidencer, Finding } from '../../session/evidence.ts';
import type { JournalLine } from '../../session/ports/journal.ts';
import type { Clock } from '../../session/ports/ports.ts';
import type { Journal } from '../../session/ports/repository.ts';
import type { Evidence } from '../../session/records.ts';

/** The key of the project map, which belongs to the whole session. */
const mapKey = '0/look/project/1';

/** `recorded`: in a replay, the lines of the recorded session. */
export interface JournalEvidenceParts {
  journal: Pick<Journal, 'readLines' | 'append'>;
  evidence: Evidencer;
  clock: Pick<Clock, 'now'>;
  recorded: readonly JournalLine[];
}

/** Wraps `evidence`. Rejects as the journal does when a line cannot be written; the finding is then not used. */
export function journalEvidence({ journal, evidence, clock, recorded }: JournalEvidenceParts): Evidencer {
  async function keep<Given>(key: string, wanted: unknown, look: () => Promise<Given>): Promise<Given> {
    const text = JSON.stringify(wanted);
    const find = (lines: readonly JournalLine[]) =>
      lines.findLast(
        (line) => line.kind === 'look-up' && line.key === key && JSON.stringify(line.wanted) === text,
      );
    const own = find(journal.readLines());
    if (own?.kind === 'look-up') return own.gave as Given;
    const known = find(recorded);
    const gave = known?.kind === 'look-up' ? (known.gave as Given) : await look();
    await journal.append({ kind: 'look-up', key, at: clock.now().toISOString(), wanted, gave });
    return gave;
  }
  return {
    map: ({ maxBytes }) => keep<string>(mapKey, { look_up: 'map' }, () => evidence.map({ maxBytes })),
    lookUp: (wanted, options) => keep<Finding>(options.key, wanted, () => evidence.lookUp(wanted, options)),
    check: (places, options) =>
      keep<Evidence[]>(options.key, { look_up: 'check', evidence: places }, () =>
        evidence.check(places, options),
      ),
    ...(evidence.isSeenBy === undefined ? {} : { isSeenBy: evidence.isSeenBy }),
  };
}

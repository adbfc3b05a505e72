/**
 * Finds where the code names that a text mentions are used in the project, so that a change made in one place is not forgotten in the
 * others. The program searches for all of them: what a model would have to think of is not left to it.
 */

import { listCodeNames, patternOfName } from '../session/code-names.ts';
import { type Finding, formatHit, type Hit, isTestFile } from '../session/evidence.ts';
import type { Run } from './run.ts';

/** The most names that are searched for; the most places of a name, and of all, that are shown; the bytes of one search. */
const limits = { searched: 40, places: 20, lines: 120, bytes: 5_000 };

/** The uses of the names in `texts` outside of tests, at most twenty places a name. Journaled below `key`, so that a resumed run sees the same. */
export async function findUses(run: Run, texts: readonly string[], key: string): Promise<Finding[]> {
  const { evidence, operator } = run.ports;
  if (!evidence || run.session.settings.evidence.mode === 'off') return [];
  const found: Finding[] = [];
  let lines = 0;
  for (const [index, name] of listCodeNames(texts).slice(0, limits.searched).entries()) {
    if (operator.stop.aborted) break;
    const wanted = { look_up: 'search', text: patternOfName(name), path: null } as const;
    const finding = await evidence
      .lookUp(wanted, { key: `${key}/${index + 1}`, maxBytes: limits.bytes, signal: operator.stop })
      .catch((error: unknown) => {
        if (operator.stop.aborted) return null;
        throw error;
      });
    if (finding === null) break;
    if (!finding.found) continue;
    const places = choosePlaces(finding.places ?? []);
    if (places.length < 2 || places.length > limits.places || lines + places.length > limits.lines) continue;
    lines += places.length;
    found.push({ ...finding, title: name, text: places.map(formatHit).join('\n') });
  }
  return found;
}

/** The places of a name outside of tests; where there are many, those in code only. */
function choosePlaces(places: readonly Hit[]): Hit[] {
  const outside = places.filter(({ path }) => !isTestFile(path));
  return outside.length <= limits.places ? outside : outside.filter(({ path }) => !proseFile.test(path));
}

const proseFile = /\.(?:md|rst|txt|json|ya?ml|po|lock)$/;

/** A rehearsed seat's look at the project, so that a rehearsal with `--evidence read` shows how a real panel does it. */
import type { RequestFacts } from '../session/model-request.ts';

/** For a proposal, before anything was found: a folder and a file of the map, by the place of the seat. Otherwise nothing. */
export function rehearseLook({ evidence, proposal }: RequestFacts, seat: number): object[] {
  if (evidence === undefined || !proposal || evidence.look_ups < 2 || evidence.findings.length > 0) return [];
  // A line of the map: `src/queue.ts (2 kB): Takes jobs from the table`.
  const files = evidence.map
    .split('\n')
    .flatMap((line) => /^(\S+[^/\s]) \([\d.]+ \w+\)/.exec(line)?.[1] ?? []);
  const file = files[seat % files.length];
  if (file === undefined) return [];
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
  return [
    { look_up: 'list', path: folder, lines: null, text: null },
    { look_up: 'read', path: file, lines: '1-40', text: null },
  ];
}

/** The longest line of the first file that was read, as a fact with its place; none when nothing was read. */
export function citeFile({ evidence }: RequestFacts): object[] {
  const read = evidence?.findings.find(({ title, found }) => found && title.startsWith('read '));
  const path = /^read (.+):\d+/.exec(read?.title ?? '')?.[1];
  const lines = (read?.text ?? '').split('\n').flatMap((row) => {
    const [, line, quote = ''] = /^(\d+)\t\s*(.*\S)/.exec(row) ?? [];
    return line === undefined ? [] : [{ line: Number(line), quote }];
  });
  const [longest] = lines.sort((one, other) => other.quote.length - one.quote.length);
  if (path === undefined || longest === undefined) return [];
  return [{ id: 'N1', claim: `${path} is what stands there today.`, path, ...longest }];
}

/** Shows what a search found, the best hits first. */
import type { SearchHit } from '../../session/ports/search.ts';
import { formatCount, formatPlural } from '../../wording/format-numbers.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';

/** A hit as it is shown. */
export type ShownHit = Omit<SearchHit, 'held' | 'score'>;

/** Each hit with its kind, its place, and a piece of its text; the file to open is never cut, so that it can be copied. */
export function formatSearch(
  found: { words: string; wanted: number; held: number; hits: readonly ShownHit[]; total: number },
  modes: ViewModes,
): string {
  const page = createPage(modes);
  const { theme } = page;
  const { dot } = theme.symbols;
  if (found.hits.length === 0) {
    page.text(`Nothing contains "${found.words}".`);
    return page.toText();
  }
  if (found.held < found.wanted) {
    page.text(
      `Nothing contains all the words; these contain ${formatCount(found.held)} of ${formatCount(found.wanted)}.`,
    );
    page.blank();
  }
  for (const hit of found.hits) {
    page.text(nameHit(hit), { style: theme.strong });
    const status = hit.replaced_by === null ? hit.status : sayReplaced(hit);
    const facts = [status, hit.kind === 'session' || hit.session === null ? '' : `session ${hit.session}`];
    const line = facts.filter((fact) => fact !== '').join(` ${dot} `);
    if (line !== '')
      page.text(line, { indent: 2, style: hit.replaced_by === null ? theme.quiet : theme.caution });
    if (hit.excerpt !== '' && hit.excerpt !== hit.title) page.text(hit.excerpt, { indent: 2 });
    page.verbatim(hit.line === null ? hit.file : `${hit.file}:${hit.line}`);
    page.blank();
  }
  if (found.total > found.hits.length)
    page.text(
      `${formatPlural(found.hits.length, 'hit')} of ${formatCount(found.total)}; --limit shows more.`,
    );
  return page.toText();
}

function nameHit({ kind, id, title, round }: ShownHit): string {
  switch (kind) {
    case 'session':
      return `Session ${id}: ${title}`;
    case 'position':
      return `Said by ${id} in round ${round ?? '?'}`;
    case 'document':
      return `Document: ${title}`;
    default:
      return title === '' ? `${kind === 'item' ? 'Item' : 'Requirement'} ${id}` : `Item ${id}: ${title}`;
  }
}

function sayReplaced({ status, replaced_by: by }: ShownHit): string {
  if (by === null || status.includes(by)) return status;
  return status === '' || status === 'replaced' ? `replaced by ${by}` : `${status}, but replaced by ${by}`;
}

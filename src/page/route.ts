/** The view that the page shows. It is in the address after the `#`, so that it can be shared and the back button works. */
import type { Source } from './sources.ts';

export type Route =
  /** `search`: the words that are searched for. */
  | { view: 'list'; search?: string }
  | { view: 'new' }
  /** `open`: the source that is open beside it. */
  | { view: 'discussion'; id: string; open?: Source }
  | { view: 'document'; id: string; type: string }
  | { view: 'unknown' };

/** Reads the part of an address from its `#` on. */
export function readRoute(hash: string): Route {
  const [, query] = /^#?\/?\?(.*)$/.exec(hash) ?? [];
  if (query !== undefined) return { view: 'list', search: new URLSearchParams(query).get('q') ?? '' };
  const [first, id, second, third, ...more] = hash.replace(/^#?\/?/, '').split('/');
  if (more.length > 0 || (id !== undefined && !/^[a-z0-9-]+$/.test(id))) return { view: 'unknown' };
  if (first === '' && id === undefined) return { view: 'list' };
  if (first === 'new' && id === undefined) return { view: 'new' };
  if (first !== 'discussions' || id === undefined) return { view: 'unknown' };
  if (second === undefined) return { view: 'discussion', id };
  if (second === 'documents' && third !== undefined && /^[a-z-]+$/.test(third))
    return { view: 'document', id, type: third };
  if (second === 'items' && third !== undefined && /^[A-Z]{1,5}-\d+$/.test(third))
    return { view: 'discussion', id, open: { kind: 'item', id: third } };
  const [, round, seat = ''] = /^(\d{1,4})-([a-z0-9-]+)$/.exec(third ?? '') ?? [];
  if (second === 'said' && round !== undefined)
    return { view: 'discussion', id, open: { kind: 'said', round: Number(round), seat } };
  return { view: 'unknown' };
}

/** The address of a route, for a link. */
export function writeRoute(route: Exclude<Route, { view: 'unknown' }>): string {
  switch (route.view) {
    case 'list':
      return route.search === undefined || route.search === ''
        ? '#/'
        : `#/?q=${encodeURIComponent(route.search)}`;
    case 'new':
      return '#/new';
    case 'discussion': {
      const { id, open } = route;
      const beside =
        open?.kind === 'item'
          ? `/items/${open.id}`
          : open?.kind === 'said'
            ? `/said/${open.round}-${open.seat}`
            : '';
      return `#/discussions/${id}${beside}`;
    }
    case 'document':
      return `#/discussions/${route.id}/documents/${route.type}`;
  }
}

/** The view that the page shows. It is in the address after the `#`, so that it can be shared and the back button works. */

export type Route =
  | { view: 'list' }
  | { view: 'new' }
  | { view: 'discussion'; id: string }
  | { view: 'document'; id: string; type: string }
  | { view: 'unknown' };

/** Reads the part of an address from its `#` on. */
export function readRoute(hash: string): Route {
  const [first, id, second, type, ...more] = hash.replace(/^#?\/?/, '').split('/');
  if (more.length > 0 || ![id, type].every((part) => part === undefined || /^[a-z0-9-]+$/.test(part)))
    return { view: 'unknown' };
  if (first === '' && id === undefined) return { view: 'list' };
  if (first === 'new' && id === undefined) return { view: 'new' };
  if (first !== 'discussions' || id === undefined) return { view: 'unknown' };
  if (second === undefined) return { view: 'discussion', id };
  return second === 'documents' && type !== undefined ? { view: 'document', id, type } : { view: 'unknown' };
}

/** The address of a route, for a link. */
export function writeRoute(route: Exclude<Route, { view: 'unknown' }>): string {
  switch (route.view) {
    case 'list':
      return '#/';
    case 'new':
      return '#/new';
    case 'discussion':
      return `#/discussions/${route.id}`;
    case 'document':
      return `#/discussions/${route.id}/documents/${route.type}`;
  }
}

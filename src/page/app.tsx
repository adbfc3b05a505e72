/** The frame of the page: navigation, the person's name, and announcements for screen readers. */
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ClientParts, createClient } from './client.ts';
import { Discussion } from './discussion.tsx';
import { DocumentView } from './document-view.tsx';
import { type PageContext, PageProvider } from './page-context.ts';
import { type Route, readRoute, writeRoute } from './route.ts';
import { SessionList } from './session-list.tsx';
import { StartView } from './start-view.tsx';

/** What the browser provides. */
export interface AppProps extends Pick<ClientParts, 'fetch' | 'makeKey'>, Pick<PageContext, 'now' | 'wait'> {
  token: string;
  takeToken: () => string;
  firstName: string;
  keepName: (name: string) => void;
}

export function App({ firstName, keepName, takeToken, now, wait, ...parts }: AppProps): VNode {
  const [token, setToken] = useState(parts.token);
  const [route, setRoute] = useState<Route>(readRoute(location.hash));
  const [name, setName] = useState(firstName);
  const [said, announce] = useState('');
  const latestName = useRef(name);
  latestName.current = name.trim();
  const client = useMemo(
    () => createClient({ ...parts, token, readName: () => latestName.current }),
    [token],
  );
  /** The name under which a proxy has signed the person in, or null. */
  const [signedIn, setSignedIn] = useState<string | null>(null);
  useEffect(() => {
    if (token !== '') return;
    client
      .get<{ name: string | null }>('/api/me')
      .then((me) => setSignedIn(me.name))
      // No proxy signs people in, so the page needs its token.
      .catch(() => undefined);
  }, [client]);
  useEffect(() => {
    const follow = (): void => {
      setToken(takeToken());
      setRoute(readRoute(location.hash));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const key = JSON.stringify(route);
  const isFirst = useRef(true);
  useEffect(() => {
    // A new view starts at its beginning, like a new page.
    if (!isFirst.current) document.getElementById('main')?.focus();
    isFirst.current = false;
    scrollTo(0, 0);
  }, [key]);
  return (
    <PageProvider value={{ client, now, wait, name, announce }}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <nav aria-label="Main">
          <a
            class="brand"
            href={writeRoute({ view: 'list' })}
            aria-current={route.view === 'list' ? 'page' : undefined}
          >
            s2s <span class="brand-more">discussions</span>
          </a>
          <a
            class="button primary"
            href={writeRoute({ view: 'new' })}
            aria-current={route.view === 'new' ? 'page' : undefined}
          >
            New discussion
          </a>
        </nav>
        {signedIn === null ? (
          <label class="you">
            Your name
            <input
              name="name"
              autocomplete="name"
              maxLength={80}
              placeholder="not given"
              value={name}
              onInput={({ currentTarget }) => {
                setName(currentTarget.value);
                keepName(currentTarget.value.trim());
              }}
            />
          </label>
        ) : (
          <p class="you">Signed in as {signedIn}</p>
        )}
      </header>
      <div role="status" class="unseen">
        {said}
      </div>
      {token === '' && signedIn === null ? <NoToken /> : <Current key={key} route={route} />}
    </PageProvider>
  );
}

function Current({ route }: { route: Route }): VNode {
  switch (route.view) {
    case 'list':
      return <SessionList />;
    case 'new':
      return <StartView />;
    case 'discussion':
      return <Discussion id={route.id} />;
    case 'document':
      return <DocumentView id={route.id} type={route.type} />;
    case 'unknown':
      return (
        <main id="main" tabIndex={-1}>
          <h1>There is nothing at this address</h1>
          <p>
            <a href={writeRoute({ view: 'list' })}>All discussions</a>
          </p>
        </main>
      );
  }
}

function NoToken(): VNode {
  return (
    <main id="main" tabIndex={-1}>
      <h1>This page needs its token</h1>
      <p>
        Open the whole address that <code>s2s serve</code> printed, including the part after the{' '}
        <code>#</code>. The token is kept for this tab only; another tab needs the address again.
      </p>
    </main>
  );
}

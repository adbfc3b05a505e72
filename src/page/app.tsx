/** The frame of the page: search, keys, the person's name, and announcements for screen readers. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Caller } from './answer-types.ts';
import { type ClientParts, createClient } from './client.ts';
import { Discussion } from './discussion/discussion.tsx';
import { DocumentView } from './discussion/document-view.tsx';
import { Check, NameField } from './fields.tsx';
import { type PageContext, PageProvider } from './page-context.ts';
import { type Route, readRoute, writeRoute } from './route.ts';
import { SessionList } from './session-list.tsx';
import { StartView } from './start-view.tsx';

/** What the browser provides. */
export interface AppProps extends Pick<ClientParts, 'fetch' | 'makeKey'>, Pick<PageContext, 'now' | 'wait'> {
  takeToken: () => string;
  dropToken: () => void;
  firstName: string;
  keepName: (name: string) => void;
  /** Whether single letters are keys of the page. */
  firstKeys: boolean;
  keepKeys: (isOn: boolean) => void;
}

const focusMain = (): void => document.getElementById('main')?.focus();

/** The one thing of a new view: where something is asked, its field, so that who types at once loses no letter. */
const focusFirst = (): void => {
  const first = document.querySelector<HTMLElement>('#main [data-first]');
  if (first === null) focusMain();
  else first.focus();
};

export function App(props: AppProps): VNode {
  const { takeToken, dropToken, now, wait, fetch, makeKey } = props;
  const [token, setToken] = useState(takeToken);
  const [route, setRoute] = useState<Route>(() => readRoute(location.hash));
  const [name, setName] = useState(props.firstName);
  const [hasKeys, setKeys] = useState(props.firstKeys);
  const [said, announce] = useState('');
  const [words, setWords] = useState(() => (route.view === 'list' ? (route.search ?? '') : ''));
  const search = useRef<HTMLInputElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const { current: told } = useRef(new Map<string, readonly string[]>());
  const latestName = useRef(name);
  latestName.current = name.trim();
  const client = useMemo(() => {
    const onSignedOut = (): void => {
      dropToken();
      setToken('');
    };
    return createClient({ fetch, makeKey, token, onSignedOut, readName: () => latestName.current });
  }, [token]);
  /** The name under which a proxy has signed the person in, or null. */
  const [signedIn, setSignedIn] = useState<string | null>(null);
  useEffect(() => {
    client
      .get<Caller>('/api/me')
      .then((me) => {
        setSignedIn(me.name);
        setName((before) => before.trim() || (me.suggested_name ?? ''));
      })
      // No proxy signs people in, so the page needs its token.
      .catch(() => undefined);
  }, [client]);
  // At once: an address that changes before the first painted frame would be missed.
  useLayoutEffect(() => {
    const follow = (): void => {
      setToken(takeToken());
      const next = readRoute(location.hash);
      setRoute(next);
      setWords(next.view === 'list' ? (next.search ?? '') : '');
    };
    // Another tab may be the one that is given the token.
    addEventListener('storage', follow);
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('storage', follow);
      removeEventListener('hashchange', follow);
    };
  }, []);
  // Before the next key: after a painted frame a key that was just switched off would still act once.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const action = readKey(event, hasKeys);
      if (action === null) return;
      event.preventDefault();
      if (action === 'search') search.current?.select();
      else if (action === 'new') location.hash = writeRoute({ view: 'new' });
      else dialog.current?.showModal();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [hasKeys]);
  const key = 'id' in route ? `${route.view} ${route.id}` : route.view;
  const isFirst = useRef(true);
  useEffect(() => {
    // A new view starts at its beginning, like a new page; who is searching goes on typing.
    if (!isFirst.current && document.activeElement !== search.current) focusFirst();
    isFirst.current = false;
    scrollTo(0, 0);
  }, [key]);
  const giveName = (given: string): void => {
    setName(given);
    props.keepName(given.trim());
  };
  const isIn = token !== '' || signedIn !== null;
  return (
    <PageProvider value={{ client, now, wait, name, setName: giveName, signedIn, told, announce }}>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <header class="top">
        <a
          class="brand"
          href={writeRoute({ view: 'list' })}
          aria-current={route.view === 'list' ? 'page' : undefined}
          onClick={() => setWords('')}
        >
          s2s <span class="wide-only">discussions</span>
        </a>
        {isIn && (
          <>
            <search>
              <input
                ref={search}
                type="search"
                aria-label="Search"
                placeholder="Search decisions and discussions"
                value={words}
                onInput={({ currentTarget }) => {
                  const search = currentTarget.value;
                  setWords(search);
                  const address = writeRoute({ view: 'list', search });
                  // The search can be shared and reloaded, and the back button leads to where it began.
                  if (route.view === 'list') history.replaceState(null, '', address);
                  else location.hash = address;
                }}
              />
            </search>
            <a class="button" href={writeRoute({ view: 'new' })}>
              New <span class="wide-only">discussion</span>
            </a>
            <button type="button" class="you" onClick={() => dialog.current?.showModal()}>
              {signedIn ?? (name.trim() || 'Your name')}
            </button>
          </>
        )}
      </header>
      <dialog ref={dialog} aria-labelledby="you">
        <form method="dialog">
          <h2 id="you">You and your keys</h2>
          {signedIn === null ? (
            <NameField label="Your name, recorded with what you say and decide" />
          ) : (
            <p>Signed in as {signedIn}</p>
          )}
          <dl class="keys">
            {keys.map(([pressed, what]) => (
              <>
                <dt>
                  <kbd>{pressed}</kbd>
                </dt>
                <dd>{what}</dd>
              </>
            ))}
          </dl>
          <Check
            checked={hasKeys}
            onChange={(isOn) => {
              setKeys(isOn);
              props.keepKeys(isOn);
            }}
          >
            Single keys: <kbd>/</kbd> <kbd>n</kbd> <kbd>?</kbd>
          </Check>
          <button type="submit">Close</button>
        </form>
      </dialog>
      <div role="status" class="unseen">
        {said}
      </div>
      {isIn ? <Current key={key} route={route} words={words} /> : <NoToken />}
    </PageProvider>
  );
}

const keys = [
  ['/', 'Search'],
  ['Ctrl-K', 'Search, wherever you are typing'],
  ['n', 'New discussion'],
  ['?', 'This window'],
  ['Esc', 'Close what is open'],
] as const;

function readKey(event: KeyboardEvent, hasKeys: boolean): 'search' | 'new' | 'help' | null {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return 'search';
  const isTyping = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
  if (!hasKeys || isTyping || ctrlKey || metaKey || altKey) return null;
  return ({ '/': 'search', n: 'new', '?': 'help' } as const)[key] ?? null;
}

function Current({ route, words }: { route: Route; words: string }): VNode {
  switch (route.view) {
    case 'list':
      return <SessionList words={words.trim()} />;
    case 'new':
      return <StartView />;
    case 'discussion':
      return <Discussion id={route.id} source={route.open ?? null} />;
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
        <code>#</code>. This browser then keeps it, for every tab.
      </p>
    </main>
  );
}

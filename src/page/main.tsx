/** The entry of the page: the only place that uses the browser's clock, storage and random numbers. */
import { render } from 'preact';
import { App } from './app.tsx';

const tokenKey = 's2s-token';
const nameKey = 's2s-name';
const plainKey = 's2s-single-keys';

/**
 * The token arrives once after the `#` and is removed from the address. It is kept for this origin, port included, so that links open in
 * new tabs; a cookie would be sent to every other server on this machine too.
 */
function takeToken(): string {
  const given = /[#&]token=([^&]+)/.exec(location.hash)?.[1];
  if (given !== undefined) {
    localStorage.setItem(tokenKey, decodeURIComponent(given));
    history.replaceState(null, '', `${location.pathname}#/`);
  }
  return localStorage.getItem(tokenKey) ?? '';
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

const root = document.getElementById('page');
if (root !== null) {
  render(
    <App
      takeToken={takeToken}
      dropToken={() => localStorage.removeItem(tokenKey)}
      firstName={localStorage.getItem(nameKey) ?? ''}
      keepName={(name) => localStorage.setItem(nameKey, name)}
      firstKeys={localStorage.getItem(plainKey) !== 'off'}
      keepKeys={(isOn) => localStorage.setItem(plainKey, isOn ? 'on' : 'off')}
      fetch={(...request) => fetch(...request)}
      now={() => Date.now()}
      wait={wait}
      makeKey={() =>
        [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
      }
    />,
    root,
  );
}

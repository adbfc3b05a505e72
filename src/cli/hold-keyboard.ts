/** The keyboard and Ctrl-Z while a discussion runs in a terminal. */
import { createKeyboard, type Keyboard } from '../terminal/live/keyboard.ts';
import type { Screen } from '../terminal/live/reporter.ts';
import type { ActionContext } from './command-runner.ts';

/**
 * Drops what is typed while nothing is asked, wherever there is a picture or a question could come, and takes the picture away while
 * the program is stopped. `stop` ends both.
 */
export function holdKeyboard(
  context: ActionContext,
  screen: Screen,
  onKey?: (key: string) => void,
): Keyboard {
  const { environment, modes } = context;
  const keyboard = createKeyboard({
    openInput: () => environment.stdin,
    raise: environment.raiseSignal,
    isForeground: environment.isForeground,
    onKey,
  });
  // A terminal that cannot move its cursor takes what is typed line by line, and shows it.
  if (!modes.stderr.live && (!modes.interactive || modes.dumb)) return keyboard;
  keyboard.hold();
  let takeBack: (() => void) | null = null;
  const forget = environment.onSuspension({
    before: () => {
      screen.suspend();
      takeBack = keyboard.lend();
    },
    after: () => {
      takeBack?.();
      screen.resume();
    },
  });
  return {
    ...keyboard,
    stop() {
      forget();
      keyboard.stop();
    },
  };
}

/** The keyboard and Ctrl-Z while a discussion runs in a terminal. */
import { createKeyboard, type Keyboard } from '../../terminal/live/keyboard.ts';
import type { Screen } from '../../terminal/live/reporter.ts';
import type { ActionContext } from '../action-context.ts';

/**
 * Drops keys typed while no question is open, if there is a live picture or a question could come, and clears the picture while
 * the program is suspended. `stop` ends both.
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
  if (!modes.stderr.live && !modes.interactive) return keyboard;
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

/** The person at a terminal, as the operator of the loop. */
import type { EscalationDecision, Operator, RoundChoice } from '../../session/ports/ports.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { formatEscalation } from '../views/format-escalation.ts';
import { formatTurn } from '../views/format-open-round.ts';
import { type Asker, type AskerOptions, type Choice, guidanceQuestion, stopped } from './asker.ts';
import { createAsker } from './inquirer-asker.ts';
import { takeTurn } from './take-turn.ts';

/** The most rounds that a person can grant in one answer. */
const mostRounds = 20;

/**
 * The operator of an interactive run. When the person ends the program from within a question, `requestStop` is called and the
 * answer is `pause` or `later`.
 */
export function createTerminalOperator(options: AskerOptions & { modes: ViewModes }): Operator {
  const { modes, stop } = options;
  const asker = createAsker(options);
  // Text shown before a question must not run into the live picture either.
  const held = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    options.suspend();
    try {
      return await ask();
    } finally {
      options.resume();
    }
  };
  return {
    stop,
    chooseAfterRound: (view) => held(() => chooseAfterRound(asker, view.round.round)),
    decideEscalation: (view) =>
      held(() => {
        if (!stop.aborted) asker.say(formatEscalation(view.escalation, { modes, session: view.session }));
        return decideEscalation(asker, view.escalation.recommendation);
      }),
    takeTurn: (view) =>
      held(() => {
        if (!stop.aborted) asker.say(formatTurn(view, modes, { isAsked: view.heard.length === 0 }));
        return takeTurn(asker, view);
      }),
  };
}

async function chooseAfterRound(asker: Asker, round: number): Promise<RoundChoice> {
  const choices: Choice<RoundChoice['choice']>[] = [
    { name: 'Continue', value: 'continue' },
    {
      name: 'Give the panel guidance',
      value: 'guidance',
      description: 'It reaches the next question, or the draft',
    },
    {
      name: 'Skip to the conclusion',
      value: 'skip',
      description: 'The text is written now, even before the minimum number of rounds',
    },
    { name: 'Pause', value: 'pause', description: 'Everything is saved; `resume` continues' },
  ];
  for (;;) {
    const choice = await asker.choose(`After round ${round}:`, choices);
    if (choice === stopped) return { choice: 'pause' };
    if (choice !== 'guidance') return { choice };
    const text = await asker.askText(guidanceQuestion);
    if (text === stopped) return { choice: 'pause' };
    if (text !== '') return { choice, text };
  }
}

/** Asks for a decision about an escalation that was shown. */
export async function decideEscalation(
  asker: Asker,
  recommendation: string | null,
): Promise<EscalationDecision | 'later'> {
  const choices: Choice<'accept' | 'own' | 'continue' | 'later'>[] = [
    { name: 'Decide otherwise', value: 'own' },
    { name: 'Let the panel discuss it for more rounds', value: 'continue' },
    { name: 'Decide later', value: 'later', description: 'The session is paused; `resume` continues' },
  ];
  if (recommendation !== null) {
    choices.unshift({
      name: 'Accept the recommendation',
      value: 'accept',
      description: 'The recommendation above becomes the decision',
    });
  }
  const choice = await asker.choose('What is your decision?', choices);
  if (choice === stopped || choice === 'later') return 'later';
  if (choice === 'accept') return { decision: 'accept', by: 'user' };
  if (choice === 'own') {
    const text = await asker.askText('Your decision:', { required: true });
    return text === stopped ? 'later' : { decision: 'own', text, by: 'user' };
  }
  const rounds = await asker.askNumber('How many more rounds?', { least: 1, most: mostRounds, preset: 1 });
  return rounds === stopped ? 'later' : { decision: 'continue', rounds, by: 'user' };
}

/** Plays a whole panel behind a loopback server for projects with roles of their own: finds out what a prompt asks for, and answers it. */
import { type AskedStep, nameStep, readRound, replyAsPanel } from '../support/loopback-panel.ts';
import type { Answer, AskedRequest, ScriptedReply } from '../support/loopback-server.ts';

export type PanelStep = AskedStep['step'];

/** A prompt as the server sees it. */
export interface PanelCall {
  step: PanelStep;
  /** A participant's id, `lead` or `writer`: every role of the test's projects says its own name. */
  seat: string;
  /** 0 for the steps of the text. */
  round: number;
  /** Whether it quotes an earlier reply that could not be used. */
  again: boolean;
  /** Whether something may be looked up before the reply. */
  mayLook: boolean;
}

const discussionSteps: readonly PanelStep[] = ['question', 'answer', 'synthesis'];

/** Which call a prompt belongs to. Throws where it names no role, so that a changed prompt is noticed. */
export function readCall(asked: Pick<AskedRequest, 'system' | 'user' | 'schema'>): PanelCall {
  const seat = /ROLE-OF-([a-z-]+)/.exec(`${asked.system}\n${asked.user}`)?.[1];
  if (seat === undefined) throw new Error('the prompt names no role');
  const step = nameStep(asked);
  return {
    step,
    seat,
    round: discussionSteps.includes(step) ? (readRound(asked.user) ?? 0) : 0,
    again: asked.user.includes('## Your reply could not be used'),
    mayLook: /^## Looking things up$/m.test(asked.user),
  };
}

/** The position of a seat in a round: a text that nothing else holds. */
export function positionOf(seat: string, round: number): string {
  return `Position of ${seat} in round ${round}: keep the jobs in one durable queue.`;
}

/** What the panel says to a call when nothing is wrong: two rounds, and a text of one item that everybody ratifies. */
export function answerCall({ step, seat, round }: PanelCall, request: AskedRequest): string {
  const reply = replyAsPanel({ step, seat, round, request });
  if (step === 'answer') reply['position'] = positionOf(seat, round);
  if (step === 'synthesis' && round === 1)
    Object.assign(reply, { next_action: 'continue', next_focus: 'what it costs' });
  return JSON.stringify(reply);
}

/** A script for a loopback server: healthy but for what `instead` answers. */
export function playPanel(
  instead: (call: PanelCall, asked: AskedRequest) => Answer | null | Promise<Answer | null> = () => null,
  reply: Omit<ScriptedReply, 'text'> = {},
): (asked: AskedRequest) => Promise<Answer> {
  return async (asked) => {
    const call = readCall(asked);
    return (await instead(call, asked)) ?? { ...reply, text: answerCall(call, asked) };
  };
}

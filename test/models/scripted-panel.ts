/** Plays a whole panel behind a loopback server: finds out what a prompt asks for, and answers it in the form asked for. */
import type { Answer, AskedRequest, ScriptedReply } from '../support/loopback-server.ts';

export type PanelStep = 'question' | 'answer' | 'synthesis' | 'ballot' | 'draft';

/** A prompt as the server sees it. */
export interface PanelCall {
  step: PanelStep;
  /** A participant's id, `lead` or `writer`: every role of the test's projects says its own name. */
  seat: string;
  /** 0 where the prompt names none (ballot and draft). */
  round: number;
  /** Whether it quotes an earlier reply that could not be used. */
  again: boolean;
}

/** Which call a prompt belongs to. Throws where it looks like none, so that a changed prompt is noticed. */
export function readCall(asked: Pick<AskedRequest, 'system' | 'user' | 'schema'>): PanelCall {
  const seat = /ROLE-OF-([a-z-]+)/.exec(`${asked.system}\n${asked.user}`)?.[1];
  if (seat === undefined) throw new Error('the prompt names no role');
  const form = asked.schema === null ? asked.user : JSON.stringify(asked.schema);
  const has = (field: string): boolean => form.includes(`"${field}"`);
  const step: PanelStep = has('key_points')
    ? 'draft'
    : has('next_action')
      ? 'synthesis'
      : has('position')
        ? 'answer'
        : has('context_summary')
          ? 'question'
          : has('stances')
            ? 'ballot'
            : 'draft';
  const round = /^(?:- |## )Round (\d+)[;,]/m.exec(asked.user)?.[1];
  return {
    step,
    seat,
    round: step === 'ballot' || step === 'draft' ? 0 : Number(round ?? 0),
    again: asked.user.includes('## Your reply could not be used'),
  };
}

/** The position of a seat in a round: a text that nothing else holds. */
export function positionOf(seat: string, round: number): string {
  return `Position of ${seat} in round ${round}: keep the jobs in one durable queue.`;
}

/** What the panel says to a call when nothing is wrong: two rounds, one point agreed, one left to the ballot. */
export function answerCall(call: PanelCall): string {
  return JSON.stringify(contentOf(call));
}

function contentOf({ step, seat, round }: PanelCall): Record<string, unknown> {
  switch (step) {
    case 'question':
      return {
        question: `Which queue carries the download jobs of stage ${round}, and what does it cost to run?`,
        context_summary: 'Downloads are slow and must survive a restart.',
        participants: ['all'],
        focus: `stage ${round}`,
        topic_id: null,
      };
    case 'answer':
      return {
        position: positionOf(seat, round),
        rationale: ['It survives a restart.'],
        confidence: 0.8,
        concerns: [],
        facts: [],
        assumptions: [],
        questions: [],
        context_challenge: null,
        changed: false,
        changed_because: null,
        stances: round > 1 ? [{ proposal_id: 'P-001', stance: 'support', reason: 'It holds.' }] : [],
      };
    case 'synthesis':
      return {
        synthesis: `Stage ${round}: all want a durable queue.`,
        consensus: [
          round === 1 ? 'Jobs stay in one durable queue.' : 'Somebody is told when the queue grows old.',
        ],
        conflicts: [],
        resolved: [],
        agenda_coverage: [],
        artifacts: [],
        open_questions: [],
        next_action: round === 1 ? 'continue' : 'conclude',
        next_focus: 'what it costs',
        escalation_reason: null,
        recommendation: 'Use the durable queue.',
        output_type: null,
      };
    case 'ballot':
      return { stances: [{ proposal_id: 'P-002', stance: 'support', reason: 'It is cheap.' }] };
    case 'draft':
      return {
        title: 'The queue of the download jobs',
        summary: 'A durable queue was asked for and agreed.',
        recommendation: 'Use the durable queue.',
        key_points: [{ text: 'Jobs survive a restart.', sources: [{ round: 1, seat: 'alpha' }] }],
        ideas: [],
        pursue: [],
        next_steps: [],
      };
  }
}

/** A script for a loopback server: healthy but for what `instead` answers. */
export function playPanel(
  instead: (call: PanelCall, asked: AskedRequest) => Answer | null | Promise<Answer | null> = () => null,
  reply: Omit<ScriptedReply, 'text'> = {},
): (asked: AskedRequest) => Promise<Answer> {
  return async (asked) => {
    const call = readCall(asked);
    return (await instead(call, asked)) ?? { ...reply, text: answerCall(call) };
  };
}

/** Plays a whole panel behind a loopback server: finds out what a prompt asks for, and answers it in the form asked for. */
import { listOpenItems, listStatements } from '../support/loopback-panel.ts';
import type { Answer, AskedRequest, ScriptedReply } from '../support/loopback-server.ts';

export type PanelStep = 'question' | 'look' | 'answer' | 'synthesis' | 'statements' | 'review' | 'draft';

/** A prompt as the server sees it. */
export interface PanelCall {
  step: PanelStep;
  /** A participant's id, `lead` or `writer`: every role of the test's projects says its own name. */
  seat: string;
  /** 0 where the prompt names none (review and draft). */
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
    : has('look_ups')
      ? 'look'
      : has('next_action')
        ? 'synthesis'
        : has('position')
          ? 'answer'
          : has('context_summary')
            ? 'question'
            : has('missing')
              ? 'review'
              : has('not_taken')
                ? 'statements'
                : 'draft';
  const round = /\bRound (\d+) of at most /.exec(asked.user)?.[1];
  return {
    step,
    seat,
    round: step === 'review' || step === 'draft' ? 0 : Number(round ?? 0),
    again: asked.user.includes('## Your reply could not be used'),
  };
}

/** The position of a seat in a round: a text that nothing else holds. */
export function positionOf(seat: string, round: number): string {
  return `Position of ${seat} in round ${round}: keep the jobs in one durable queue.`;
}

/** What the panel says to a call when nothing is wrong: two rounds, one item agreed, one left to the review. */
export function answerCall(call: PanelCall, asked: AskedRequest): string {
  return JSON.stringify(contentOf(call, asked));
}

/** What every seat wants in a round, and the wording of the item that is made of it. */
const wanted = ['Jobs stay in one durable queue.', 'Somebody is told when the queue grows old.'];

/** The item of a round, made of the statements in the prompt. */
export function makeItem(text: string, asked: AskedRequest): Record<string, unknown> {
  return {
    id: 'new-1',
    type: 'POINT',
    title: '',
    text,
    rationale: 'All seats want it.',
    priority: null,
    acceptance: [],
    related_to: [],
    topic_id: null,
    from: listStatements(asked),
    replaces: [],
    contradicts: [],
    withdrawn: null,
  };
}

function supportOpenItems(asked: AskedRequest): object[] {
  return listOpenItems(asked).map((id) => ({ item_id: id, stance: 'support', reason: 'It holds.' }));
}

function contentOf({ step, seat, round }: PanelCall, asked: AskedRequest): Record<string, unknown> {
  const text = wanted[round - 1] ?? `Stage ${round} has an owner.`;
  switch (step) {
    case 'look':
      return { look_ups: [], again: false };
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
        statements: [{ text, why: 'It survives a restart.', verify: '', replaces: [] }],
        confidence: 0.8,
        concerns: [],
        facts: [],
        assumptions: [],
        questions: [],
        context_challenge: null,
        changed_because: null,
        stances: supportOpenItems(asked),
      };
    case 'synthesis':
      return {
        synthesis: `Stage ${round}: all want a durable queue.`,
        items: [makeItem(text, asked)],
        not_taken: [],
        conflicts: [],
        resolved: [],
        agenda_coverage: [],
        open_questions: [],
        answered_questions: [],
        next_action: round === 1 ? 'continue' : 'conclude',
        next_focus: 'what it costs',
        escalation_reason: null,
        escalate_conflicts: [],
        recommendation: 'Use the durable queue.',
        output_type: null,
      };
    case 'statements':
      return {
        items: [],
        not_taken: listStatements(asked).map((id) => ({ statement: id, reason: 'It says nothing new.' })),
      };
    case 'review':
      return { stances: supportOpenItems(asked), cannot_both_hold: [], missing: [] };
    case 'draft':
      return {
        title: 'The queue of the download jobs',
        summary: 'A durable queue was asked for and agreed.',
        recommendation: 'Use the durable queue.',
        key_points: [{ text: 'Jobs survive a restart.', sources: [{ round: 1, seat: 'alpha' }] }],
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
    return (await instead(call, asked)) ?? { ...reply, text: answerCall(call, asked) };
  };
}

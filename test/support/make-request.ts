/** Requests and clocks for tests of what stands behind the `ask` port. */

import { makeMinimalRequest } from '../../src/models/client/minimal-request.ts';
import type { ModelRequest } from '../../src/session/model-request.ts';
import type { Clock } from '../../src/session/ports/ports.ts';

/** A request with a system prompt, a user turn and a small schema; parts of it replaced by what is given. */
export function makeRequest(model: string, parts: Partial<ModelRequest> = {}): ModelRequest {
  return {
    ...makeMinimalRequest(model, { seat: 'qa-lead', timeoutMs: 5000 }),
    key: '1/answer/qa-lead/1',
    round: 1,
    system: [{ text: 'You are the QA lead.', cache: true }],
    prompt: [
      { text: 'The project: a queue.', cache: true },
      { text: 'Which queue?', cache: false },
    ],
    schema: {
      name: 'answer',
      json: {
        type: 'object',
        properties: {
          position: { type: 'string', description: 'Your position.' },
          confidence: { type: 'number' },
        },
        required: ['position', 'confidence'],
        additionalProperties: false,
      },
    },
    max_output_tokens: 4000,
    ...parts,
  };
}

/** The machine's own clock, for tests in which time passes truly. */
export function makeRealClock(): Clock {
  return {
    now: () => new Date(),
    elapsed: () => performance.now(),
    deadline(ms) {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), ms);
      return { signal: controller.signal, clear: () => clearTimeout(timer) };
    },
  };
}

/** A clock in which waiting takes no time: a deadline of up to `jumpsMs` is over at once, and moves the time on. */
export function makeJumpingClock({ jumpsMs = 60_000 } = {}): Clock & { waits: number[] } {
  let elapsed = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => new Date(Date.UTC(2026, 10, 27) + elapsed),
    elapsed: () => elapsed,
    deadline(ms) {
      const controller = new AbortController();
      if (ms <= jumpsMs) {
        waits.push(ms);
        elapsed += ms;
        controller.abort();
      }
      return { signal: controller.signal, clear: () => undefined };
    },
  };
}

/** A clock whose waits of some minutes are over in a moment, once what came meanwhile has been heard; longer ones never end. */
export function makeHastyClock(): Clock {
  return {
    now: () => new Date(),
    elapsed: () => performance.now(),
    deadline: (ms) => {
      const end = new AbortController();
      const timer = ms > 400_000 ? null : setTimeout(() => end.abort(), 5);
      return { signal: end.signal, clear: () => (timer === null ? undefined : clearTimeout(timer)) };
    },
  };
}

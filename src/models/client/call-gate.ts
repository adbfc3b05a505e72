/** Holds calls back while their provider is at its limit. The slots count the calls of this process, or of all workers. */
import type { CallSlot, CallSlots, ProviderLimit } from '../../session/ports/call-slots.ts';
import type { Clock } from '../../session/ports/ports.ts';
import { sleep } from './retry.ts';

/** Admits calls. */
export interface CallGate {
  /** Resolves when the call may be made; with null when the provider has no limit, or when the signal aborted meanwhile. */
  enter: (provider: string, options: { tokens: number; signal: AbortSignal }) => Promise<CallSlot | null>;
}

const pollMs = 200;
const minuteMs = 60_000;

/** Makes a gate for limits by provider. */
export function createCallGate(
  limits: Readonly<Record<string, ProviderLimit>>,
  { slots, clock }: { slots: CallSlots; clock: Clock },
): CallGate {
  return {
    enter: async (provider, { tokens, signal }) => {
      const limit = limits[provider];
      if (limit === undefined) return null;
      while (!signal.aborted) {
        const slot = await slots.take(provider, limit, tokens);
        if (slot !== null) return slot;
        await sleep(pollMs, { clock, signal });
      }
      return null;
    },
  };
}

/** Makes slots that count the calls of this process only. */
export function createOwnSlots(clock: Pick<Clock, 'elapsed'>): CallSlots {
  const calls = new Map<string, { isRunning: boolean; at: number; tokens: number }[]>();
  return {
    take: async (provider, { requests = Infinity, tokensPerMinute = Infinity }, tokens) => {
      const now = clock.elapsed();
      const counted = (calls.get(provider) ?? []).filter(
        ({ isRunning, at }) => isRunning || now - at < minuteMs,
      );
      calls.set(provider, counted);
      const used = counted.reduce((sum, call) => sum + call.tokens, 0);
      const isFull = counted.filter(({ isRunning }) => isRunning).length >= requests;
      if (isFull || (used > 0 && used + tokens > tokensPerMinute)) return null;
      const call = { isRunning: true, at: now, tokens };
      counted.push(call);
      return {
        free: async (spent) => {
          Object.assign(call, { isRunning: false, at: clock.elapsed(), tokens: spent });
        },
      };
    },
  };
}

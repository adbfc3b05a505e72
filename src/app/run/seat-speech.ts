/** The words of seats while they speak, for people who watch. They are not stored: only the complete answer counts. */

import { cutThinking, readSoFar } from '../../models/replies/read-structured.ts';
import type { ModelRequest } from '../../session/model-request.ts';
import type { Clock, Report } from '../../session/ports/ports.ts';
import { createBlindGate } from '../../session/rules/blind-gate.ts';
import type { Step } from '../../session/vocabulary.ts';
import { cleanText } from '../../text/clean-text.ts';
import type { Redactor } from '../../text/secrets/redactor.ts';

/** A seat's words so far. */
export interface SeatSpeech {
  round: number;
  step: Step;
  /** The ID of a seat, or `facilitator`. */
  seat: string;
  /** Cleaned and redacted; of a long text, only the newest part. */
  text: string;
}

/** Collects the text of models as it streams, and returns the part that may be shown. */
export interface SpeechWatch {
  /** Takes the text of a call so far, or null when the call has ended. */
  hear: (request: ModelRequest, soFar: string | null) => void;
  /** Takes the events of the run: words stay hidden while a person in a blind round has not answered. */
  report: Report;
  /** The seats that speak now, with their words. */
  read: () => SeatSpeech[];
}

/** Milliseconds between two readings of one seat's words. */
const leastMs = 300;
/** The most characters shown. */
const mostShown = 4_000;
/** Characters at the end that are held back until more text follows: they may be the beginning of a key. */
const heldBack = 100;

/** The fields of a reply with text for people, in order. */
const spokenFields: Partial<Record<Step, readonly string[]>> = {
  question: ['question'],
  answer: ['position', 'statements'],
  synthesis: ['synthesis'],
};

interface Heard {
  request: ModelRequest;
  soFar: string;
  /** The words last read from `soFar`; `isRead` is false if more text has come since. */
  text: string;
  isRead: boolean;
  readAt: number;
}

/** Makes a watch. */
export function watchSpeech(redact: Redactor, { elapsed }: Pick<Clock, 'elapsed'>): SpeechWatch {
  const passGate = createBlindGate();
  const speaking = new Map<string, Heard>();
  let isHidden = false;
  const read = (heard: Heard): string => {
    if (!heard.isRead && elapsed() - heard.readAt >= leastMs)
      Object.assign(heard, { text: sayWords(heard, redact), isRead: true, readAt: elapsed() });
    return heard.text;
  };
  return {
    hear: (request, soFar) => {
      const name = `${request.step}/${request.seat}`;
      const before = speaking.get(name);
      if (soFar === null) speaking.delete(name);
      else if (before?.request === request) Object.assign(before, { soFar, isRead: false });
      else speaking.set(name, { request, soFar, text: '', isRead: false, readAt: Number.NEGATIVE_INFINITY });
    },
    report: (event) => {
      isHidden = passGate(event).hidden;
    },
    read: () =>
      isHidden
        ? []
        : [...speaking.values()].flatMap((heard) => {
            const { round, step, seat } = heard.request;
            const text = read(heard);
            return text === '' ? [] : [{ round, step, seat, text }];
          }),
  };
}

/** The words of an incomplete reply, without an end that might be part of a key. */
function sayWords({ request, soFar }: Pick<Heard, 'request' | 'soFar'>, redact: Redactor): string {
  const { words, isWhole } = findWords(cutThinking(soFar), request);
  const clean = redact(cleanText(words, { newlines: true })).trim();
  const safe = isWhole ? clean : holdBack(clean);
  return safe.length <= mostShown ? safe : `…${safe.slice(-mostShown).replace(/^[\udc00-\udfff]/, '')}`;
}

/** The words of a reply; of a structured one, the texts of the fields for people. `isWhole` is true once another field has begun. */
function findWords(spoken: string, request: ModelRequest): { words: string; isWhole: boolean } {
  if (request.schema === null) return { words: spoken, isWhole: false };
  const fields = spokenFields[request.step] ?? [];
  const data = readSoFar(spoken);
  const last = Object.keys(data).at(-1);
  return {
    words: fields.flatMap((name) => listTexts(data[name])).join('\n'),
    isWhole: last !== undefined && !fields.includes(last),
  };
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return (value as { text?: unknown }[]).flatMap((entry) => listTexts(entry?.text));
}

/** Cuts the end off, back to the beginning of a word that could be a key. */
function holdBack(text: string): string {
  const end = Math.max(0, text.length - heldBack);
  return text
    .slice(0, end)
    .replace(/[\w.~+/=:%-]+$|[\ud800-\udbff]$/, '')
    .trimEnd();
}

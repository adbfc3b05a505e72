/** What seats are saying while they say it, for people who watch. It is kept nowhere: what counts is the answer, once it is whole. */
import { createBlindGate } from '../domain/blind-gate.ts';
import type { ModelRequest, Step } from '../domain/model-request.ts';
import type { Clock, Report } from '../domain/ports.ts';
import { splitThinking } from '../domain/split-thinking.ts';
import { listKeys } from '../models/replies/read-reply.ts';
import { readStructured } from '../models/replies/read-structured.ts';
import { cleanText } from '../text/clean-text.ts';
import type { Redactor } from '../text/redactor.ts';

/** The words of a seat so far. */
export interface SeatSpeech {
  round: number;
  step: Step;
  /** The id of a seat, or `facilitator`. */
  seat: string;
  /** Cleaned and redacted; the newest part of a long text. */
  text: string;
}

/** Hears models, and says what may be seen of them. */
export interface SpeechWatch {
  /** Takes the text of a call so far, and null when the call has ended. */
  hear: (request: ModelRequest, soFar: string | null) => void;
  /** Takes the events of the run: nobody is heard while a person at a blind round has not answered. */
  report: Report;
  /** Those who are speaking now. */
  read: () => SeatSpeech[];
}

/** Milliseconds between two readings of one seat's words. */
const leastMs = 300;
/** Characters that are shown at most. */
const mostShown = 4_000;
/** Characters at the end that wait for what follows: they may be the beginning of a key. */
const heldBack = 100;

/** The fields of a reply that are words for people, in their order. */
const spokenFields: Partial<Record<Step, readonly string[]>> = {
  question: ['question'],
  answer: ['position', 'statements'],
  synthesis: ['synthesis'],
};

interface Heard {
  request: ModelRequest;
  soFar: string;
  /** What was made of it, and when; null when more has come since. */
  text: string;
  isRead: boolean;
  readAt: number;
}

/** Begins to listen. */
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

/** The words of a reply that is on its way, without what might be half of a key. */
function sayWords({ request, soFar }: Pick<Heard, 'request' | 'soFar'>, redact: Redactor): string {
  const { words, isWhole } = findWords(splitThinking(soFar).spoken, request);
  const clean = redact(cleanText(words, { newlines: true })).trim();
  const safe = isWhole ? clean : holdBack(clean);
  return safe.length <= mostShown ? safe : `…${safe.slice(-mostShown).replace(/^[\udc00-\udfff]/, '')}`;
}

/** In a structured reply, the texts of the fields that are for people; `isWhole` once another field has begun. */
function findWords(spoken: string, request: ModelRequest): { words: string; isWhole: boolean } {
  if (request.schema === null) return { words: spoken, isWhole: false };
  const fields = spokenFields[request.step] ?? [];
  const data = (readStructured(spoken, { keys: listKeys(request).keys }).data ?? {}) as Record<
    string,
    unknown
  >;
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

/** Leaves out the end, back to where a word begins that could be a key. */
function holdBack(text: string): string {
  const end = Math.max(0, text.length - heldBack);
  return text
    .slice(0, end)
    .replace(/[\w.~+/=:%-]+$|[\ud800-\udbff]$/, '')
    .trimEnd();
}

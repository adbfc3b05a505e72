/** What each seat said in each round, wherever a session keeps it, for checking citations. */
import type { Session } from '../../domain/session.ts';
import { fillWords, splitWords } from '../../text/words.ts';
import type { Source } from '../lenient-fields.ts';

/** For a text: says whether it shares a word at least with what a seat said, or stood behind, in a round. */
export type SpeechCheck = (text: string) => (source: Source) => boolean;

/** Lists of those who said something, by the names under which a session keeps them. */
const speakerLists = ['proposed_by', 'supported_by', 'stood_aside', 'raised_by', 'stances'] as const;

/** Builds the check for a session. Where nothing of a seat's words is kept, or a text is too short, everything holds. */
export function createSpeechCheck(session: Session): SpeechCheck {
  const words = new Map<string, Set<string>>();
  const note = (round: number, seat: string, texts: readonly string[]): void => {
    const key = `${round}/${seat}`;
    const known = words.get(key) ?? new Set();
    for (const text of texts) for (const stem of stemsOf(text)) known.add(stem);
    words.set(key, known);
  };
  const walk = (value: unknown, round: number | null): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, round);
    if (!isObject(value)) return;
    const here = typeof value['round'] === 'number' ? value['round'] : round;
    const own = Object.values(value).filter((one) => typeof one === 'string');
    if (typeof value['seat'] === 'string' && here !== null) note(here, value['seat'], textsOf(value));
    for (const list of speakerLists) {
      const speakers = Array.isArray(value[list]) ? (value[list] as unknown[]) : [];
      for (const speaker of speakers) {
        const seat = isObject(speaker) ? speaker['seat'] : speaker;
        const when = isObject(speaker) && typeof speaker['round'] === 'number' ? speaker['round'] : here;
        if (typeof seat === 'string' && when !== null) note(when, seat, own);
      }
    }
    for (const one of Object.values(value)) walk(one, here);
  };
  walk({ ...session, outcome: null }, null);
  return (text) => {
    const stems = stemsOf(text);
    const list = [...stems];
    return ({ round, seat }) => {
      const said = words.get(`${round}/${seat}`);
      return said === undefined || said.size < 5 || stems.size < 3 || list.some((stem) => said.has(stem));
    };
  };
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

function stemsOf(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .filter(({ text: word }) => word.length > 2 && !fillWords.has(word.toLowerCase()))
      .map(({ stem }) => stem),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

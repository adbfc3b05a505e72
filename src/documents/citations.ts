/** Citations say who said something and in which round: `[R2 qa-lead]` or `[review qa-lead]`. */
import type { Session } from '../domain/session.ts';
import type { Point, Source } from './draft-fields.ts';
import { heading, inline, shown } from './markdown/text.ts';
import { listSpeech, sharedStems, stemsOf } from './speech.ts';

/** Whether a citation names a round that took place, or the review, and a seat that spoke in it. */
export type CitationCheck = (source: Source) => boolean;

/** Whether a text shares at least one word with what a seat said or supported in a round. */
export type SpeechCheck = (text: string) => (source: Source) => boolean;

export function createCitationCheck(session: Session): CitationCheck {
  const spoken = new Set(listSpeech(session).flatMap((one) => (one.counts ? [nameOf(one)] : [])));
  return (source) => spoken.has(nameOf(source));
}

/** A check for a session. It accepts every citation if the seat's words were not kept, or if they or the text are too short. */
export function createSpeechCheck(session: Session): SpeechCheck {
  const said = new Map<string, Set<string>>();
  for (const one of listSpeech(session)) {
    const stems = said.get(nameOf(one)) ?? new Set();
    for (const text of one.texts) for (const stem of stemsOf(text)) stems.add(stem);
    said.set(nameOf(one), stems);
  }
  return (text) => {
    const stems = stemsOf(text);
    return (source) => {
      const words = said.get(nameOf(source));
      return words === undefined || words.size < 5 || stems.size < 3 || sharedStems(stems, words) > 0;
    };
  };
}

const plainCitation = /(?<!\\)\[((?:R\d{1,6}|review) [a-z0-9-]+)\](?![(:[])/g;

/**
 * Links every citation of a text to its round in the record, by link definitions at the end. The text stays as it is if no record
 * is kept beside it. Only the program writes citations: similar text of other origin gets other brackets.
 */
export function linkCitations(text: string, session: Session, recordHref: string | null): string {
  if (recordHref === null) return text;
  const labels = new Set([...text.matchAll(plainCitation)].map(([, label = '']) => label));
  if (labels.size === 0) return text;
  const definitions = [...labels].map((label) => `[${label}]: ${findTarget(label, session, recordHref)}`);
  return `${text.trimEnd()}\n\n${definitions.join('\n')}\n`;
}

/** The same with an inline link at each citation: in a file of several sessions a label can mean several rounds. */
export function linkCitationsInPlace(text: string, session: Session, recordHref: string | null): string {
  if (recordHref === null) return text;
  return text.replace(
    plainCitation,
    (whole, label: string) => `${whole}(${findTarget(label, session, recordHref)})`,
  );
}

function findTarget(label: string, session: Session, recordHref: string): string {
  const round = session.rounds.find((one) => label.startsWith(`R${one.round} `));
  return round === undefined ? recordHref : `${recordHref}#${nameAnchor(titleRound(round))}`;
}

/** The heading of the round in the record. */
export function titleRound({ round, phase }: Session['rounds'][number]): string {
  return `Round ${round}, ${heading(phase, 'one phase')}`;
}

/** The anchor that code hosts generate for a heading. */
function nameAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function nameOf({ round, seat }: Source): string {
  return `${round}/${seat}`;
}

/** All invalid citations of a content, as `path: round/seat`, in the order of the content. */
export function findUnsupported(content: Record<string, unknown>, session: Session): string[] {
  const holds = createCitationCheck(session);
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        if (path.endsWith('sources') && isSource(entry)) {
          if (!holds(entry)) found.push(`${path}[${index}]: ${nameOf(entry)}`);
        } else walk(entry, `${path}[${index}]`);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) walk(entry, path === '' ? key : `${path}.${key}`);
    }
  };
  walk(content, '');
  return found;
}

/**
 * A draft can only cite rounds, so it cites the last round for what a seat said in the review after it. Such a citation is
 * changed to the review if the seat did not speak in the round, or if one of its review texts shares many words with the point,
 * and more than any of its texts in the round.
 */
export function settleReviewSources<Content>(content: Content, session: Session): Content {
  const { review } = session;
  if (review === null) return content;
  const seats = new Set(review.answers.map(({ seat }) => seat));
  const speech = listSpeech(session)
    .filter(
      ({ round, seat, counts }) =>
        counts && seats.has(seat) && (round === 'review' || round === review.after_round),
    )
    .map(({ round, seat, texts }) => ({ round, seat, said: texts.map(stemsOf) }));
  /** The greatest number of words that one text of the seat shares; -1 if the seat did not speak. */
  const findNearest = ({ round, seat }: Source, stems: ReadonlySet<string>): number =>
    speech
      .filter((one) => one.round === round && one.seat === seat)
      .flatMap(({ said }) => said.map((words) => sharedStems(stems, words)))
      .reduce((most, shared) => Math.max(most, shared), -1);
  const settle = (source: Source, text: string): Source => {
    if (source.round !== review.after_round || !seats.has(source.seat)) return source;
    const stems = stemsOf(text);
    const inRound = findNearest(source, stems);
    const inReview = findNearest({ ...source, round: 'review' }, stems);
    const isClear = inReview >= Math.max(3, 0.4 * stems.size);
    const isNearer = inReview > inRound || (inReview === inRound && /\breview\b/i.test(text));
    return inRound === -1 || (isClear && isNearer) ? { ...source, round: 'review' } : source;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { text, sources } = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) =>
        key === 'sources' && Array.isArray(sources) && typeof text === 'string'
          ? [key, sources.map((source) => (isSource(source) ? settle(source, text) : source))]
          : [key, walk(entry)],
      ),
    );
  };
  return walk(content) as Content;
}

/**
 * Citations as markdown, each preceded by a space, without duplicates; invalid ones are marked. A source with `review` cites the
 * review, whatever its round is.
 */
export function formatCitations(
  sources: readonly (Source & { review?: boolean })[],
  holds: CitationCheck,
): string {
  const marks = sources.map(({ seat, round: said, review = false }) => {
    const round = review ? 'review' : said;
    const name = `${round === 'review' ? round : `R${round}`} ${inline(seat)}`;
    return holds({ round, seat }) ? ` [${name}]` : ` [${name}: not in this session]`;
  });
  return [...new Set(marks)].join('');
}

/** A point of a draft with its citations. */
export function formatPoint({ text, sources }: Point, holds: CitationCheck): string {
  return `${shown(text)}${formatCitations(sources, holds)}`;
}

function isSource(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null) return false;
  const { round, seat } = value as Record<string, unknown>;
  return (typeof round === 'number' || round === 'review') && typeof seat === 'string';
}

/** Citations in the prose of a draft, such as `(round 1, qa-lead)` or `[R2 qa-lead]`: unifies their form and marks false ones. */
import type { Session } from '../../domain/session.ts';
import { createCitationCheck } from '../citations.ts';
import type { Source } from '../draft-fields.ts';
import { listSpeech, sharedStems, stemsOf } from '../speech.ts';

const when = String.raw`(?:rounds? |R)\d{1,6}|(?:the )?review`;
const who = '[a-z][a-z0-9-]*';
const one = `(?:(?:${when}),? ${who}|${who},? (?:${when}))`;
const cited = new RegExp(String.raw`\\?[([](${one}(?:(?:;|,| and) ${one})*)\\?[)\]](?!\()`, 'gi');
/** One source, with the round before or after the seat. */
const source = new RegExp(`(?<early>${when}),? (?<speaker>${who})|(?<seat>${who}),? (?<late>${when})`, 'gi');

/** The text with all citations as `[R1 qa-lead]`; invalid ones are marked with the reason. */
export function markProse(text: string, session: Session): string {
  const judge = createJudge(session);
  return text.replace(cited, (whole, list: string, at: number) => {
    const sources = readSources(list, session);
    if (sources === null) return whole;
    const claim = readClaim(text.slice(0, at));
    return sources
      .map((source) => {
        const name = `${source.round === 'review' ? 'review' : `R${source.round}`} ${source.seat}`;
        const fault = judge(source, claim);
        return fault === null ? `[${name}]` : `[${name}: ${fault}]`;
      })
      .join(' ');
  });
}

/** False citations in the strings of a content, as `path: round/seat`. */
export function findFalseProse(content: Record<string, unknown>, session: Session): string[] {
  const judge = createJudge(session);
  return Object.entries(content).flatMap(([path, text]) =>
    typeof text !== 'string'
      ? []
      : [...text.matchAll(cited)].flatMap(({ 1: list = '', index }) =>
          (readSources(list, session) ?? [])
            .filter((source) => judge(source, readClaim(text.slice(0, index))) !== null)
            .map(({ round, seat }) => `${path}: ${round}/${seat}`),
        ),
  );
}

/** The sources in one pair of brackets; null if they hold ordinary words, such as `(review later)`. */
function readSources(list: string, session: Session): Source[] | null {
  const sources = [...list.matchAll(source)].map(({ groups = {} }): Source => {
    const round = groups['early'] ?? groups['late'] ?? '';
    const seat = (groups['speaker'] ?? groups['seat'] ?? '').toLowerCase();
    return { round: /review/i.test(round) ? 'review' : Number(round.replace(/\D/g, '')), seat };
  });
  const leads = ['human', 'facilitator', 'synthesizer'];
  const known = new Set([...leads, ...session.participants.map(({ id }) => id)]);
  const isCitation = sources.every(({ seat }) => known.has(seat) || seat.includes('-'));
  return isCitation && sources.length > 0 ? sources : null;
}

/** The claim before a citation: the last clauses with at least three meaningful words, without other citations. */
function readClaim(before: string): string {
  const sentence =
    before
      .replace(cited, '')
      .split(/[.;:!?]\s/)
      .at(-1) ?? '';
  const clauses = sentence.split(/,\s/);
  let claim = '';
  while (clauses.length > 0 && stemsOf(claim).size < 3) claim = `${clauses.pop() ?? ''} ${claim}`;
  return claim;
}

/**
 * Returns a function that says what is wrong with a citation, or null: the seat did not speak in the round, or it shares at
 * most one word with the claim while another seat shares three or more.
 */
function createJudge(session: Session): (source: Source, claim: string) => string | null {
  const holds = createCitationCheck(session);
  const speech = listSpeech(session).filter(({ counts }) => counts);
  const listSaid = () =>
    speech.map(({ round, seat, texts }) => ({ round, seat, stems: stemsOf(texts.join(' ')) }));
  let found: ReturnType<typeof listSaid> | null = null;
  return (source, claim) => {
    if (!holds(source)) return 'not in this session';
    // Computed on first use: most texts cite nothing.
    found ??= listSaid();
    const said = found;
    const words = stemsOf(claim);
    const [own, others] = [true, false].map((isOwn) =>
      said
        .filter(({ round, seat }) =>
          isOwn ? round === source.round && seat === source.seat : seat !== source.seat,
        )
        .reduce((most, { stems }) => Math.max(most, sharedStems(words, stems)), 0),
    );
    const isOthers = (others ?? 0) >= 3 && (own ?? 0) <= 1;
    return isOthers ? 'not what this seat said' : null;
  };
}

/** Facts about the project that the program checked, with their places, and seats without a checked fact. */
import { isShown, standsNowhere } from '../../domain/evidence.ts';
import type { Evidence } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import type { Source } from '../draft-fields.ts';
import { inline, shown } from '../markdown/text.ts';
import { nameSeat, type Rendering } from '../rendering.ts';

/** A place as markdown: a link to the line at its commit if the repository is on the web, else path and line as code. */
export function linkPlace({ path, line, url }: Evidence): string {
  const name = `${path}${line === null ? '' : `:${line}`}`;
  const isAddress = url !== undefined && /^https:\/\/[\w.-]+\/[\w.~%#/@+=-]+$/.test(url);
  return isAddress ? `[${inline(name)}](${url})` : shown(`\`${name.replaceAll('`', "'")}\``);
}

/** The places where the program found the fact, without duplicates. */
export function listPlaces(evidence: readonly Evidence[]): string[] {
  return [...new Set(evidence.filter(isShown).map(linkPlace))];
}

/** The checked facts of a session, without duplicates, with every seat that named them. */
export function listCheckedFacts({ session, holds }: Rendering): string[] {
  const facts = new Map<string, { text: string; places: Set<string>; sources: Source[] }>();
  for (const { round, facts: said } of session.rounds) {
    for (const { seat, text, evidence } of said) {
      const places = listPlaces(evidence);
      if (places.length === 0) continue;
      const key = text.trim().toLowerCase();
      const fact = facts.get(key) ?? { text, places: new Set(), sources: [] };
      for (const place of places) fact.places.add(place);
      fact.sources.push({ round, seat });
      facts.set(key, fact);
    }
  }
  return [...facts.values()].map(
    ({ text, places, sources }) =>
      `* ${shown(text)} (${[...places].join(', ')})${formatCitations(sources, holds)}`,
  );
}

/** The record's lines for a fact, according to what the program found at its places. */
export function describeFact({ text, evidence }: { text: string; evidence: readonly Evidence[] }): string[] {
  const places = listPlaces(evidence);
  const missing = evidence
    .filter(({ found }) => found === 'no')
    .map(
      (place) =>
        `  * Not found at ${linkPlace({ ...place, url: undefined } as Evidence)}: “${shown(place.quote)}”`,
    );
  const name = standsNowhere(evidence)
    ? 'Stated as a fact, but not found at the place named'
    : places.length > 0
      ? `Fact, checked (${places.join(', ')})`
      : 'Fact, not checked';
  return [`  * ${name}: ${shown(text)}`, ...missing.map((line) => `  ${line}`)];
}

/** Names the seats that spoke about the project without a checked fact; empty if there are none. */
export function describeUnseen(session: Session): string {
  if (session.settings.evidence.mode === 'off' || session.rounds.length === 0) return '';
  if (!isAboutProject(session)) return '';
  const spoke = new Set(session.rounds.flatMap(({ answers }) => answers.map(({ seat }) => seat)));
  const checked = new Set(
    session.rounds.flatMap(({ facts }) =>
      facts.filter(({ evidence }) => evidence.some(isShown)).map(({ seat }) => seat),
    ),
  );
  const blind = session.participants.filter(
    ({ id, kind }) => kind === 'model' && spoke.has(id) && !checked.has(id),
  );
  if (blind.length === 0) return '';
  const names = blind.map(({ id }) => nameSeat(session, id)).join(', ');
  return blind.length === spoke.size
    ? '**Nothing here was checked against the project.** No seat showed a fact from its files.'
    : `**Without a checked fact about the project:** ${names}. What ${blind.length === 1 ? 'this seat says' : 'these seats say'} about it is not backed by a fact from its files.`;
}

/** A topic is about the project if it says so, if the workflow is specs or design, or if a seat found something in its files. */
function isAboutProject({ topic, workflow_type: workflow, rounds }: Session): boolean {
  const words =
    /\b(?:this|our|the)\s+(?:\w+\s+)?(?:project|repo(?:sitory)?|code(?:base)?|app(?:lication)?|package|librar(?:y|ies)|tool|module|service)s?\b|\w\.(?:ts|tsx|js|mjs|py|go|rs|java|rb|cs|md|ya?ml|json)\b/i;
  return (
    workflow === 'specs' ||
    workflow === 'design' ||
    words.test(topic) ||
    rounds.some(({ look_ups: looks = [] }) => looks.some(({ found }) => found))
  );
}

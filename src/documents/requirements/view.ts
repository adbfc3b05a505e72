/** Makes the parts of a requirements document; the file keeps each in a managed block. */
import { listPriorities } from '../../domain/priorities.ts';
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations, linkCitationsInPlace } from '../citations.ts';
import { block, heading, shown } from '../markdown/text.ts';
import { renderNotices } from '../notices.ts';
import { citeItem, listChecks, listNotes, presentReason } from '../parts/items.ts';
import {
  countStances,
  countSupport,
  listIds,
  listPrinted,
  placeItem as placeStanding,
} from '../parts/standing.ts';
import { nameRole, type Rendering } from '../rendering.ts';
import { listItems } from '../session-material.ts';
import { renderDecisions } from './decisions.ts';
import { renderRecordPart } from './record-part.ts';
import { listReviewNotes } from './review-notes.ts';
import {
  areas,
  isRequirement,
  placeItem,
  type RequirementItem,
  type RequirementsContent,
  requirementKinds,
} from './schema.ts';

export const areaTitles: Readonly<Record<(typeof areas)[number], string>> = {
  functions: 'Functions',
  performance: 'Performance',
  usability: 'Usability',
  interfaces: 'Interfaces',
  data: 'Data',
  constraints: 'Constraints',
  attributes: 'Attributes',
};

/** One requirement, before it has an id in the file. `key` names it within its session. */
export interface RequirementPart {
  key: string;
  kind: (typeof requirementKinds)[number];
  area: (typeof areas)[number];
  /** The subject under which it is printed: from the draft, else its area. */
  group: string;
  wanted: string | null;
  verification: string;
  /** Renders its markdown with this id and a heading of the given depth. */
  render(id: string, depth: number): string;
}

/** Everything that one session puts into a requirements file. */
export interface RequirementParts {
  sessionId: string;
  requirements: RequirementPart[];
  /** Ids that the session has used and that no other requirement may get. */
  reserved: string[];
  notices: string;
  /** The decisions by people; empty if there are none. */
  decisions: string;
  /** Risks, decisions, exclusions, further and contested points, and open questions, under bold titles. */
  record(withIntroduction: boolean): string;
}

/** Makes the parts from the session's items; the draft says where each belongs. */
export function viewRequirements(content: RequirementsContent, common: Rendering): RequirementParts {
  const rendering: Rendering = { ...common, reviewAtItems: true };
  const { session } = rendering;
  const printed = listItems(session, requirementKinds);
  const link = (text: string) => linkCitationsInPlace(text, session, rendering.recordHref);
  return {
    sessionId: session.id,
    requirements: sortRequirements(printed, content).map((item) => {
      const part = describePart(item, content, rendering);
      return { ...part, render: (id, depth) => link(part.render(id, depth)) };
    }),
    reserved: session.artifacts.filter(hasUsualId).map(({ id }) => id),
    notices: link(renderNotices(rendering)),
    decisions: link(renderDecisions(rendering)),
    record: (withIntroduction) => link(renderRecordPart(content, rendering, { withIntroduction })),
  };
}

/** Whether an item is a requirement with an id that the file can use. */
function hasUsualId(item: Item): boolean {
  return isRequirement(item) && /^[A-Z]+-\d{1,6}$/.test(item.id);
}

function describePart(item: Item, content: RequirementsContent, rendering: Rendering): RequirementPart {
  const { session } = rendering;
  const place: RequirementItem =
    content.items.find(({ artifact_id: id }) => id === item.id) ?? placeItem(item);
  const verification = place.verification === 'unstated' ? 'not set' : place.verification;
  const reason = presentReason(item, session);
  const checks = listChecks(item, session).filter((check) => check.startsWith('To verify: '));
  const source = formatSource(item, rendering);
  const lines = [
    ...formatAcceptance(item.acceptance),
    ...checks.map((check) => `  * ${check}`),
    ...(reason === '' ? [] : [`* Rationale: ${shown(reason)}`]),
    `* Priority: ${describePriority(item, session)}; verification: ${verification}${place.quality === 'none' ? '' : `; quality: ${place.quality}`}`,
    `* Support: ${describeSupport(item, rendering)}`,
    ...[...listNotes(item, rendering), ...listAlternatives(item, session)].map((one) => `  * ${one}`),
    ...(source === '' ? [] : [`* Source:${source}`]),
    ...listExcepted(item, session).map((ids) => `* Exception to: ${ids}`),
    ...listNaming(item, session).map((ids) => `* See also: ${ids}`),
    ...listReviewNotes(item.id, rendering).map((one) => `* ${one}`),
  ];
  const title = heading(
    item.title,
    heading(item.text, 'Untitled').split(/(?<=^.{40,80})\s/u)[0] ?? 'Untitled',
  );
  return {
    key: item.id,
    kind: requirementKinds.find((type) => type === item.type) ?? 'REQ',
    area: place.area,
    group: heading(place.group, areaTitles[place.area]),
    wanted: rendering.publishedIds.get(item.id) ?? item.id,
    verification,
    render: (id, depth) =>
      [
        `${'#'.repeat(Math.min(Math.max(depth, 2), 6))} ${id}: ${title}`,
        block(item.text),
        lines.join('\n'),
      ].join('\n\n'),
  };
}

function formatAcceptance(criteria: readonly string[]): string[] {
  const [first, ...others] = criteria;
  if (first === undefined) return ['* Acceptance: nobody named a criterion'];
  return others.length === 0
    ? [`* Acceptance: ${shown(first)}`]
    : ['* Acceptance:', ...criteria.map((one) => `  * ${shown(one)}`)];
}

/** Cites who proposed an item first and, if it was reworded, whose statement led to the current wording. */
function formatSource(item: Item, rendering: Rendering): string {
  const later = item.proposed_by.filter(({ round }) => round > item.round && round >= item.worded_in);
  const first = item.proposed_by.filter((one) => !later.includes(one));
  if (first.length === 0 || later.length === 0)
    return citeItem(item, rendering).replace(/^ – put forward by/, '');
  return `${formatCitations(first, rendering.holds)}, now${formatCitations(later, rendering.holds)}`;
}

/** The priority of an item, with the seats that gave a different one. */
function describePriority(item: Item, session: Session): string {
  const given = [...listPriorities(item, session.statements)];
  const priority =
    item.priority ?? (new Set(given.map(([, said]) => said)).size === 1 ? given[0]?.[1] : null);
  const others = given
    .filter(([, said]) => said !== priority)
    .map(([seat, said]) => `${said} for ${nameRole(session, seat)}`);
  return `${priority ?? 'not set'}${others.length === 0 ? '' : ` (${others.join(', ')})`}`;
}

/** Names the other items of an open conflict: at most one of them can hold. */
function listAlternatives(item: Item, session: Session): string[] {
  const open = new Set(session.artifacts.filter(({ status }) => status === 'open').map(({ id }) => id));
  return session.conflicts
    .filter(({ status, item_ids: ids }) => status === 'open' && ids.includes(item.id) && open.has(item.id))
    .flatMap(({ item_ids: ids }) => {
      const others = ids.filter((id) => id !== item.id && open.has(id));
      return others.length === 0
        ? []
        : [`Its conflict with ${others.map(shown).join(', ')} is open; see “Contested”.`];
    });
}

/** For an exception: the rules that it was proposed for, or the items that replace those rules. */
function listExcepted({ id: own, type, related_to: related }: Item, session: Session): string[] {
  if (type !== 'EX') return [];
  // The sides of an open conflict are not exceptions to each other.
  const sides = session.conflicts
    .filter(({ status, item_ids: ids }) => status === 'open' && ids.includes(own))
    .flatMap(({ item_ids: ids }) => ids);
  const printed = listPrinted(session).filter((one) => hasUsualId(one) && !sides.includes(one.id));
  const rules = related.flatMap((id) =>
    printed.some((one) => one.id === id)
      ? [id]
      : printed.filter(({ replaces }) => replaces.includes(id)).map((one) => one.id),
  );
  return rules.length === 0 ? [] : [[...new Set(rules)].map(shown).join(', ')];
}

/** Risks and further points that name a requirement, for example what it waits for or who accepts its gaps. */
function listNaming({ id }: Item, session: Session): string[] {
  const naming = listPrinted(session).filter(
    (one) => !hasUsualId(one) && one.decided_by === 'count' && listIds(one.text).includes(id),
  );
  return naming.length === 0 ? [] : [naming.map((one) => shown(one.id)).join(', ')];
}

/** Sorts by group, in the order of the draft, then by area; within a group the most important come first. */
function sortRequirements(printed: readonly Item[], content: RequirementsContent): Item[] {
  const places = new Map(content.items.map((place) => [place.artifact_id, place]));
  const groups = [...new Set(content.items.map(({ group }) => group).filter((group) => group.trim() !== ''))];
  const key = (item: Item): number => {
    const { group, area } = places.get(item.id) ?? placeItem(item);
    const at = groups.indexOf(group);
    return 20 * (at === -1 ? groups.length + areas.indexOf(area) : at) + rankItem(item);
  };
  return printed.toSorted((one, other) => key(one) - key(other));
}

/** Ranks the most important lowest: decided by a person, then agreed by priority, then not agreed by priority. */
function rankItem(item: Item): number {
  if (item.decided_by === 'user') return 0;
  const at = ['must', 'should', 'could', 'wont'].indexOf(item.priority ?? '');
  return (at === -1 ? 4 : at) + (item.status === 'agreed' ? 1 : 6);
}

/** Whether a requirement is agreed, and by how many seats, in the terms of the first screen. */
function describeSupport(item: Item, { session }: Rendering): string {
  const isBlocked = countStances(item, 'block') > 0 || item.contradicts.length > 0;
  const state =
    item.status === 'agreed'
      ? 'agreed'
      : placeStanding(item, session) !== 'contested'
        ? 'too few votes'
        : isBlocked
          ? 'contested'
          : 'without a majority';
  return `${state} (${countSupport(item)})`;
}

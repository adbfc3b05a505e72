/** The parts of a requirements document, each of which a file keeps in a managed block. */
import type { Item } from '../../domain/records.ts';
import { block, heading, inline, shown } from '../markdown/text.ts';
import { renderNotices } from '../notices.ts';
import { listAssumptions, listLost } from '../parts/beside.ts';
import { describeFirmness } from '../parts/firmness.ts';
import {
  citeItem,
  formatItem,
  listChecks,
  listNotes,
  renderContested,
  renderDissent,
  renderQuestions,
  renderReview,
  renderUncounted,
} from '../parts/items.ts';
import { countSupport, placeItem as placeStanding, sortItems } from '../parts/standing.ts';
import type { Rendering } from '../rendering.ts';
import { listDrafted, listItems } from '../session-material.ts';
import { placeItem } from './assemble.ts';
import { type areas, type RequirementItem, type RequirementsContent, requirementKinds } from './schema.ts';

export const areaTitles: Readonly<Record<(typeof areas)[number], string>> = {
  functions: 'Functions',
  performance: 'Performance',
  usability: 'Usability',
  interfaces: 'Interfaces',
  data: 'Data',
  constraints: 'Constraints',
  attributes: 'Attributes',
};

/** One requirement, before it has its id in a file. `key` names it within its session. */
export interface RequirementPart {
  key: string;
  kind: (typeof requirementKinds)[number];
  area: (typeof areas)[number];
  wanted: string | null;
  verification: string;
  /** Its markdown under an id, with a heading of the given depth. */
  render(id: string, depth: number): string;
}

/** Everything that one session puts into a requirements file. */
export interface RequirementParts {
  sessionId: string;
  requirements: RequirementPart[];
  /** Ids that the session used and nobody else may get. */
  reserved: string[];
  notices: string;
  /** Risks, decisions, exclusions and further points, contested points and open questions, as third-level sections. */
  record(withIntroduction: boolean): string;
}

/** Makes the parts: the session's items, placed by the draft where it placed them. */
export function viewRequirements(content: RequirementsContent, rendering: Rendering): RequirementParts {
  const { session } = rendering;
  const printed = listItems(session, requirementKinds);
  return {
    sessionId: session.id,
    requirements: printed.map((item) => describePart(item, content, rendering)),
    reserved: session.artifacts.filter(isRequirement).map(({ id }) => id),
    notices: renderNotices(rendering),
    record: (withIntroduction) => formatRest(content, rendering, { withIntroduction }),
  };
}

function isRequirement(item: Item): boolean {
  return requirementKinds.some((type) => type === item.type) && /^[A-Z]+-\d{1,6}$/.test(item.id);
}

function describePart(item: Item, content: RequirementsContent, rendering: Rendering): RequirementPart {
  const { session } = rendering;
  const place: RequirementItem =
    content.items.find(({ artifact_id: id }) => id === item.id) ?? placeItem(item);
  const verification = place.verification === 'unstated' ? 'not set' : place.verification;
  const source = citeItem(item, rendering).replace(/^ – put forward by/, '');
  const checks = listChecks({ ...item, acceptance: [] }, session).filter(
    (check) => !item.acceptance.some((one) => check.endsWith(`: ${shown(one)}`)),
  );
  const lines = [
    ...(item.rationale.trim() === '' ? [] : [`* Rationale: ${shown(item.rationale)}`]),
    `* Priority: ${item.priority ?? 'not set'}`,
    ...(item.acceptance.length === 0
      ? ['* Acceptance: nobody named a criterion']
      : ['* Acceptance:', ...item.acceptance.map((one) => `  * ${shown(one)}`)]),
    `* Verification: ${verification}`,
    ...checks.map((check) => `  * ${check}`),
    ...(place.quality === 'none' ? [] : [`* Quality: ${place.quality} (ISO/IEC 25010)`]),
    `* Support: ${describeSupport(item, rendering)}`,
    ...listNotes(item, rendering).map((one) => `  * ${one}`),
    ...(source === '' ? [] : [`* Source:${source}`]),
  ];
  const title = heading(
    item.title,
    heading(item.text, 'Untitled').split(/(?<=^.{40,80})\s/u)[0] ?? 'Untitled',
  );
  return {
    key: item.id,
    kind: requirementKinds.find((type) => type === item.type) ?? 'REQ',
    area: place.area,
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

/** Whether a requirement is agreed, and by how many. */
function describeSupport(item: Item, { session }: Rendering): string {
  const state =
    item.status === 'agreed'
      ? 'agreed'
      : placeStanding(item, session) === 'contested'
        ? 'contested'
        : 'not agreed';
  return `${state} (${countSupport(item)})`;
}

/** What stands beside the requirements; bold titles, because several sessions may stand in one file. */
function formatRest(
  content: RequirementsContent,
  rendering: Rendering,
  options: { withIntroduction: boolean },
): string {
  const { session } = rendering;
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`**${title}:**`, lines.join('\n')];
  // What is contested stands among the contested points, and nowhere else.
  const contested = new Set(sortItems(session).contested.map(({ id }) => id));
  const items = (types: Parameters<typeof listItems>[1]): string[] =>
    listItems(session, types)
      .filter((item) => !contested.has(item.id) && placeStanding(item, session) !== 'decided')
      .map((item) => formatItem(item, rendering));
  const introduction = [
    ['Purpose', block(content.purpose)],
    ['Scope', block(content.scope)],
    ['Overview', block(content.overview)],
    ['Definitions', formatDefinitions(content)],
  ].filter(([, text]) => text !== '');
  return [
    `### Session ${session.id}`,
    ...(options.withIntroduction
      ? [
          block(content.summary),
          describeFirmness(session),
          listDecided(rendering),
          ...introduction.map(([title, text]) => `**${title}:**\n\n${text}`),
        ]
      : []),
    ...part('Decisions', items(['DEC', 'ARCH', 'COMP', 'INT'])),
    ...part('Said by replaced items', listLost(rendering)),
    ...part('Out of scope', items(['OOS'])),
    ...part('Risks', items(['RISK', 'MIT'])),
    ...part('Further points', items(['POINT', 'IDEA'])),
    ...part('Written in the draft, not voted on', listDraftedRequirements(rendering)),
    ...part(
      'Contested',
      renderContested(rendering, {
        isElsewhere: ({ type }) => requirementKinds.some((kind) => kind === type),
      }),
    ),
    ...part('Dissent', renderDissent(rendering)),
    ...part('Raised in the review, not voted on', renderReview(rendering)),
    ...part('Called agreed by the facilitator, not voted on', renderUncounted(session)),
    ...part('Further assumptions of the seats', listAssumptions(rendering)),
    ...part('Open questions', renderQuestions(rendering)),
    rendering.recordLine,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** What was decided from outside, for the top of the document: it binds whatever stands below. Requirements have a heading of their own. */
export function listDecided(rendering: Rendering): string {
  return sortItems(rendering.session)
    .decided.filter(({ type }) => !requirementKinds.some((kind) => kind === type))
    .map((item) => formatItem(item, rendering, { withReason: true }))
    .join('\n');
}

/** Requirements that only the draft of an older session holds. */
function listDraftedRequirements({ session }: Rendering): string[] {
  return listDrafted(session, 'items')
    .filter(
      ({ artifact_id: id, statement }) =>
        typeof statement === 'string' && !session.artifacts.some((item) => item.id === id),
    )
    .map(
      ({ title, statement }) =>
        `* ${typeof title === 'string' && title.trim() !== '' ? `${inline(title)}: ` : ''}${shown(String(statement))}`,
    );
}

/** Definitions as a list; empty when there are none. */
export function formatDefinitions(content: RequirementsContent): string {
  return content.definitions
    .map((one) => `* **${shown(one.term)}**: ${inline(one.meaning) || '–'}`)
    .join('\n');
}

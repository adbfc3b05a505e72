/** The parts of a requirements document, each of which a file keeps in a managed block. */
import type { Artifact } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import { renderDisagreement } from '../disagreement.ts';
import { block, heading, inline, shown } from '../markdown/text.ts';
import { renderNotices } from '../notices.ts';
import { renderProvenance } from '../provenance.ts';
import { nameSeat, type Rendering } from '../rendering.ts';
import { listArtifacts } from '../session-material.ts';
import { itemFromArtifact } from './assemble.ts';
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
  /** With the introduction, for a file that another session created. */
  record(withIntroduction: boolean): string;
}

/** Makes the parts of a content; requirements that a draft left out are added, as the session has them. */
export function viewRequirements(content: RequirementsContent, rendering: Rendering): RequirementParts {
  const { session } = rendering;
  const active = listArtifacts(session, requirementKinds);
  const taken = new Set<string>();
  const parts = content.items.map((item, index): RequirementPart => {
    const artifact = session.artifacts.find(
      (one) => one.id === item.artifact_id && !taken.has(one.id) && isRequirement(one),
    );
    if (artifact !== undefined) taken.add(artifact.id);
    return describePart(item, rendering, {
      artifact,
      key: artifact?.id ?? `item-${index + 1}`,
      addition: false,
    });
  });
  for (const artifact of active.filter((one) => !taken.has(one.id))) {
    const item = itemFromArtifact(session, artifact);
    parts.push(
      describePart(item, rendering, { artifact, key: artifact.id, addition: rendering.assembled === null }),
    );
  }
  return {
    sessionId: session.id,
    requirements: parts,
    reserved: session.artifacts.filter(isRequirement).map((artifact) => artifact.id),
    notices: renderNotices(rendering),
    record: (withIntroduction) => formatRecord(content, rendering, { withIntroduction }),
  };
}

function isRequirement(artifact: Artifact): boolean {
  return requirementKinds.some((type) => type === artifact.type) && /^[A-Z]+-\d{1,6}$/.test(artifact.id);
}

function describePart(
  item: RequirementItem,
  rendering: Rendering,
  options: { artifact: Artifact | undefined; key: string; addition: boolean },
): RequirementPart {
  const { artifact } = options;
  const kind = requirementKinds.find((type) => type === artifact?.type) ?? item.kind;
  const priority = item.priority === 'unstated' ? (artifact?.priority ?? 'unstated') : item.priority;
  const verification =
    item.verification === 'unstated' ? 'test (assumed; nobody named one)' : item.verification;
  const acceptance = item.acceptance.length > 0 ? item.acceptance : (artifact?.acceptance ?? []);
  const rationale = item.rationale.trim() === '' ? (artifact?.rationale ?? '') : item.rationale;
  const lines = [
    `* Rationale: ${inline(rationale) || 'nobody gave one'}`,
    `* Priority: ${priority === 'unstated' ? 'should (assumed; nobody named one)' : priority}`,
    ...(acceptance.length === 0
      ? ['* Acceptance: nobody named a criterion']
      : ['* Acceptance:', ...acceptance.map((one) => `  * ${shown(one)}`)]),
    `* Verification: ${verification}`,
    ...(item.quality === 'none' ? [] : [`* Quality: ${item.quality} (ISO/IEC 25010)`]),
    `* Source:${formatCitations(item.sources, rendering.holds) || ' none'}`,
    `* Agreement: ${describeAgreement(item, artifact, { session: rendering.session })}`,
    ...(artifact?.status === 'withdrawn' ? ['* Status: withdrawn in the discussion'] : []),
    ...(options.addition ? ['* Note: added by the program; the draft left it out'] : []),
  ];
  const title = heading(item.title, 'Untitled');
  const statement = block(item.statement);
  return {
    key: options.key,
    kind,
    area: item.area,
    wanted: artifact?.id ?? null,
    verification,
    render: (id, depth) =>
      [`${'#'.repeat(Math.min(Math.max(depth, 2), 6))} ${id}: ${title}`, statement, lines.join('\n')].join(
        '\n\n',
      ),
  };
}

/** Who stands behind a requirement: an agreed point that names it or says the same, else those who proposed it. */
function describeAgreement(
  item: RequirementItem,
  artifact: Artifact | undefined,
  { session }: { session: Session },
): string {
  const texts = [item.statement, artifact?.text, item.title, artifact?.title]
    .map((text) => (text ?? '').trim().toLowerCase())
    .filter((text) => text !== '');
  const found = session.consensus.find((entry) => {
    const text = entry.text.trim().toLowerCase();
    return (
      texts.includes(text) ||
      (artifact !== undefined && new RegExp(`\\b${artifact.id.toLowerCase()}\\b`).test(text))
    );
  });
  if (found !== undefined) {
    const aside =
      found.stood_aside.length === 0 ? '' : `, ${found.stood_aside.map(inline).join(', ')} stood aside`;
    return `agreed in round ${found.round} (${inline(found.id)}), supported by ${found.supported_by.map(inline).join(', ') || 'nobody by name'}${aside}`;
  }
  const seats = (artifact?.proposed_by ?? []).map((seat) => nameSeat(session, seat));
  return seats.length === 0
    ? 'no vote was held on it'
    : `proposed by ${seats.join(', ')}; no vote was held on it`;
}

/** The record as one part: bold titles, because several sessions may stand in one file. */
function formatRecord(
  content: RequirementsContent,
  rendering: Rendering,
  options: { withIntroduction: boolean },
): string {
  const { session } = rendering;
  const withdrawn = session.artifacts.filter((one) => isRequirement(one) && one.status === 'withdrawn');
  const introduction = [
    ['Purpose', block(content.purpose)],
    ['Scope', block(content.scope)],
    ['Overview', block(content.overview)],
    ['Definitions', formatDefinitions(content)],
  ].filter(([, text]) => text !== '');
  return [
    `### Session ${session.id}`,
    block(content.summary),
    ...(options.withIntroduction ? introduction.map(([title, text]) => `**${title}:**\n\n${text}`) : []),
    ...(withdrawn.length === 0
      ? []
      : [
          `Withdrawn in the discussion: ${withdrawn.map((one) => inline(`${one.id} ${one.title}`)).join('; ')}`,
        ]),
    renderDisagreement(rendering).replace(/^### (.*)$/gm, '**$1:**'),
    renderProvenance(rendering, { withResults: false }).replace(/^### (.*)$/gm, '**$1:**'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Definitions as a list; empty when there are none. */
export function formatDefinitions(content: RequirementsContent): string {
  return content.definitions
    .map((one) => `* **${shown(one.term)}**: ${inline(one.meaning) || '–'}`)
    .join('\n');
}

/** Computes the values of the architecture description's template. */
import type { Item } from '../../domain/records.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { formatPoint } from '../citations.ts';
import type { Point } from '../draft-fields.ts';
import { block, inline, shown } from '../markdown/text.ts';
import { boldPart, formatTerms } from '../parts/beside.ts';
import { indent } from '../parts/disputes.ts';
import { formatItem } from '../parts/items.ts';
import type { Rendering } from '../rendering.ts';
import { listDrafted, listUncontested, nestItems } from '../session-material.ts';
import type { TemplateValues } from '../template-engine.ts';
import { drawBlocks } from './mermaid.ts';
import type { ArchitectureContent } from './schema.ts';

/** The text of a section that nobody spoke about. */
const silence = 'Not discussed.';

/** The values of `architecture.md`: the draft's words around the items of the session. */
export function viewArchitecture(content: ArchitectureContent, rendering: Rendering): TemplateValues {
  const { session } = rendering;
  const points = (list: readonly Point[]) => list.map((point) => `* ${formatPoint(point, rendering.holds)}`);
  const items = (types: readonly ItemType[]) =>
    listUncontested(session, types).map((item) =>
      addToHead(formatItem(item, rendering), linkItem(item, rendering)),
    );
  const components = listUncontested(session, ['COMP']);
  const diagram = drawBlocks(listBlocks(content, components));
  const sections: Record<string, string[]> = {
    introduction_and_goals: [
      block(content.introduction),
      ...boldPart('Quality goals', points(content.quality_goals)),
      ...boldPart('Stakeholders', points(content.stakeholders)),
    ],
    constraints: [[...items(['EX', 'BR']), ...points(content.constraints)].join('\n')],
    context_and_scope: [
      block(content.context),
      ...boldPart('Outside systems and people', points(content.neighbors)),
    ],
    solution_strategy: [items(['ARCH']).join('\n')],
    building_blocks: [
      diagram === '' ? '' : `\`\`\`mermaid\n${diagram}\n\`\`\``,
      [
        ...components.map((item) => formatBlock(item, content, rendering)),
        ...listDraftedBlocks(rendering, components),
      ].join('\n'),
      ...boldPart('Interfaces', items(['INT'])),
    ],
    runtime: content.runtime.flatMap((one) => [
      `**${shown(one.scenario)}:**`,
      one.steps.map((step, index) => `${index + 1}. ${shown(step)}`).join('\n'),
    ]),
    deployment: [block(content.deployment)],
    crosscutting: [points(content.crosscutting).join('\n')],
    decisions: [items(['DEC', 'POINT', 'REQ', 'OOS', 'IDEA']).join('\n')],
    quality: [[...items(['NFR']), ...points(content.quality_requirements)].join('\n')],
    risks: [listRisks(rendering).join('\n')],
    glossary: [formatTerms(content.glossary)],
  };
  return Object.fromEntries(
    Object.entries(sections).map(([name, parts]) => {
      const body = parts.filter((one) => one !== '').join('\n\n');
      return [name, body === '' ? silence : body];
    }),
  );
}

/** The building blocks as the diagram needs them. */
function listBlocks(
  content: ArchitectureContent,
  components: readonly Item[],
): { name: string; uses: string[] }[] {
  const nameOf = (id: string): string => {
    const item = components.find((one) => one.id.toLowerCase() === id.trim().toLowerCase());
    return item === undefined ? id : nameBlock(item);
  };
  return components.map((item) => ({
    name: nameBlock(item),
    uses: listUses(item, content).map(nameOf),
  }));
}

/** What a component uses, according to the draft. */
function listUses({ id }: Item, { uses }: ArchitectureContent): string[] {
  return uses
    .filter(({ block: of }) => of.trim().toLowerCase() === id.toLowerCase())
    .flatMap((one) => one.uses);
}

function nameBlock(item: Item): string {
  return item.title.trim() === '' ? item.id : item.title;
}

function formatBlock(item: Item, content: ArchitectureContent, rendering: Rendering): string {
  const uses = listUses(item, content);
  const used = uses.length === 0 ? '' : ` Uses ${uses.map(inline).join(', ')}.`;
  return addToHead(formatItem(item, rendering), used);
}

/** A link to the decision record with the item's title; empty if the project has none. */
function linkItem({ title }: Item, { records }: Rendering): string {
  const name = title.trim().toLowerCase();
  const record = records.find((one) => one.title.trim().toLowerCase() === name);
  return name === '' || record === undefined ? '' : ` Record: [${inline(record.title)}](${record.href})`;
}

function addToHead(lines: string, end: string): string {
  const [head = '', ...notes] = lines.split('\n');
  return [`${head}${end}`, ...notes].join('\n');
}

/** Building blocks that exist only in the draft of an older session. */
function listDraftedBlocks({ session }: Rendering, components: readonly Item[]): string[] {
  const known = new Set(components.map((item) => nameBlock(item).trim().toLowerCase()));
  return listDrafted(session, 'blocks')
    .filter(({ name }) => typeof name === 'string' && !known.has(name.trim().toLowerCase()))
    .map(
      ({ name, responsibility }) =>
        `* **${shown(String(name))}**: ${typeof responsibility === 'string' ? shown(responsibility) : '–'}`,
    );
}

/** Risks, each with its mitigations; mitigations that belong to no risk come last. */
function listRisks(rendering: Rendering): string[] {
  const { session } = rendering;
  const answers = listUncontested(session, ['MIT']);
  const risks = listUncontested(session, ['RISK']);
  const nested = nestItems(risks, answers);
  const placed = new Set([...nested.values()].flat());
  return [
    ...risks.map((risk) => {
      const isAnswered = answers.some(({ related_to: to }) => to.includes(risk.id));
      return [
        formatItem(risk, rendering),
        ...(isAnswered ? [] : ['  * Nobody named an answer.']),
        ...(nested.get(risk.id) ?? []).map((item) => indent(formatItem(item, rendering))),
      ].join('\n');
    }),
    ...answers.filter((item) => !placed.has(item)).map((item) => formatItem(item, rendering)),
  ];
}

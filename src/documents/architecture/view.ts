/** The values of the architecture description's template. */
import { findRecord } from '../adr/view.ts';
import { formatCitations } from '../citations.ts';
import { listOpenQuestions } from '../disagreement.ts';
import type { Point } from '../draft-fields.ts';
import type { Source } from '../lenient-fields.ts';
import { block, inline, shown } from '../markdown/text.ts';
import type { Rendering } from '../rendering.ts';
import type { TemplateValues } from '../template-engine.ts';
import { drawBlocks } from './mermaid.ts';
import type { ArchitectureContent } from './schema.ts';

/** Values of `architecture.md`; a section nobody spoke about says so and lists the open questions. */
export function viewArchitecture(content: ArchitectureContent, rendering: Rendering): TemplateValues {
  const cite = (sources: readonly Source[]) => formatCitations(sources, rendering.holds);
  const points = (list: readonly Point[]) =>
    list.map((point) => `* ${shown(point.text)}${cite(point.sources)}`);
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`**${title}:**`, lines.join('\n')];
  const diagram = drawBlocks(content.blocks);
  const sections: Record<string, string[]> = {
    introduction_and_goals: [
      block(content.introduction),
      ...part('Quality goals', points(content.quality_goals)),
      ...part('Stakeholders', points(content.stakeholders)),
    ],
    constraints: [points(content.constraints).join('\n')],
    context_and_scope: [
      block(content.context),
      ...part('Outside systems and people', points(content.neighbors)),
    ],
    solution_strategy: [points(content.strategy).join('\n')],
    building_blocks: [
      diagram === '' ? '' : `\`\`\`mermaid\n${diagram}\n\`\`\``,
      content.blocks.map((one) => formatBlock(one, cite(one.sources))).join('\n'),
    ],
    runtime: content.runtime.flatMap((one) => [
      `**${shown(one.scenario)}:**`,
      one.steps.map((step, index) => `${index + 1}. ${shown(step)}`).join('\n'),
    ]),
    deployment: [block(content.deployment)],
    crosscutting: [points(content.crosscutting).join('\n')],
    decisions: [content.decisions.map((one) => formatDecision(one, rendering)).join('\n')],
    quality: [points(content.quality_requirements).join('\n')],
    risks: [
      content.risks
        .map((risk) => {
          const mitigation = inline(risk.mitigation) || 'none was named';
          return `* ${shown(risk.text)}${cite(risk.sources)}\n  * Mitigation: ${mitigation}`;
        })
        .join('\n'),
    ],
    glossary: [
      content.glossary.map((one) => `* **${shown(one.term)}**: ${inline(one.meaning) || '–'}`).join('\n'),
    ],
  };
  const silence = describeSilence(rendering);
  return Object.fromEntries(
    Object.entries(sections).map(([name, parts]) => {
      const body = parts.filter((one) => one !== '').join('\n\n');
      return [name, body === '' ? silence : body];
    }),
  );
}

function formatBlock(one: ArchitectureContent['blocks'][number], citations: string): string {
  const uses = one.uses.length === 0 ? '' : ` Uses: ${one.uses.map(inline).join(', ')}.`;
  return `* **${shown(one.name)}**: ${inline(one.responsibility) || 'nobody named its responsibility'}${uses}${citations}`;
}

function formatDecision(one: ArchitectureContent['decisions'][number], rendering: Rendering): string {
  const citations = formatCitations(one.sources, rendering.holds);
  const record = findRecord(one.record ?? one.title, rendering.records) ?? findByTitle(one.title, rendering);
  const link =
    record === undefined
      ? one.record === null
        ? ''
        : ` Record: ${inline(one.record)}.`
      : ` Record: [${inline(record.title)}](${record.href}).`;
  return `* **${shown(one.title)}**: ${inline(one.text) || 'nobody gave its reason'}${link}${citations}`;
}

function findByTitle(title: string, rendering: Rendering) {
  return rendering.records.find((record) => record.title.trim().toLowerCase() === title.trim().toLowerCase());
}

function describeSilence(rendering: Rendering): string {
  const questions = listOpenQuestions(rendering.session);
  const nobody = 'Nobody spoke about this in the discussion.';
  return questions.length === 0
    ? `${nobody} No open question was recorded.`
    : `${nobody} Open questions:\n\n${questions.join('\n')}`;
}

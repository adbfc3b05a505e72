import * as z from 'zod';
import { outputTypes } from '../domain/vocabulary.ts';
import { type KeySpec, specifyKey } from './key-spec.ts';
import {
  agentIdSchema,
  idSchema,
  labelSchema,
  mechanismSchema,
  modelReferenceSchema,
  panelSchema,
  projectFolderSchema,
} from './value-schemas.ts';

const strategy = 'roundtable.strategy';
const rule = `${strategy}.consensus.<strategy>`;
const id = 'lowercase words joined by hyphens';
const reference = 'a model reference such as anthropic/claude-sonnet-5-5';

/** Keys about the project: its name, its documents, and what other tools keep in the same file. */
export const projectKeys: readonly KeySpec[] = [
  specifyKey(z.string().min(1), {
    key: 'name',
    description: 'The name of the project, as documents say it; unset, the name of its folder.',
    example: 'media-service',
  }),
  specifyKey(z.string(), {
    key: 'description',
    description: 'What the project is, in a sentence.',
    example: 'Downloads media and serves them over HTTP.',
  }),
  kept('type', 'The kind of project.', 'standalone'),
  kept('version', 'The version of the project.', '0.1.0'),
  kept('git.branch_convention', 'How branches are named.', 'feature/{slug}'),
  kept('git.commit_convention', 'How commits are worded.', 'conventional'),
  kept('git.default_branch', 'The branch that work is merged into.', 'main'),
  folder('decisions', 'docs/decisions', 'Where decision records go.'),
  folder('specifications', 'docs/specifications', 'Where requirements go.'),
  folder('architecture', 'docs/architecture', 'Where architecture descriptions go.'),
  kept('naming.timestamp_format', 'How times stand in file names.', 'YYYYMMDD-HHMMSS'),
  specifyKey(z.number().int().min(5).max(120), {
    key: 'naming.slug_max_length',
    description: 'The longest slug in session ids and document names, in characters.',
    example: 50,
    default: 30,
  }),
];

/** Keys about who sits at the table, and how they agree. */
export const tableKeys: readonly KeySpec[] = [
  specifyKey(idSchema, {
    key: `${strategy}.default`,
    aliases: [strategy],
    type: id,
    description:
      'The strategy where the workflow has none of its own here. Unset, a roundtable takes it from the words of the topic, the other workflows have one built in.',
    example: 'standard',
  }),
  specifyKey(idSchema, {
    key: `${strategy}.by_workflow_type.<workflow>`,
    aliases: [`${strategy}.<workflow>`],
    type: id,
    description: 'The strategy of one workflow.',
    example: 'debate',
  }),
  ...describeRule(rule, 'of one strategy'),
  ...describeRule('roundtable.consensus', 'of every strategy that has none of its own here'),
  specifyKey(panelSchema, {
    key: 'roundtable.participants.default',
    aliases: ['roundtable.participants'],
    type: 'a list of agent ids (lowercase words joined by hyphens), or auto',
    description: 'The seats where the workflow has none of its own here; `auto` chooses them from the topic.',
    example: ['software-architect', 'technical-lead'],
  }),
  specifyKey(panelSchema, {
    key: 'roundtable.participants.by_workflow_type.<workflow>',
    aliases: ['roundtable.participants.<workflow>'],
    type: 'a list of agent ids (lowercase words joined by hyphens), or auto',
    description: 'The seats of one workflow.',
    example: ['software-architect', 'security-champion', 'devops-engineer'],
  }),
  specifyKey(z.enum(outputTypes), {
    key: 'roundtable.output_type.default',
    aliases: ['roundtable.output_type'],
    description: 'The document to make where the workflow has none of its own here.',
    example: 'summary',
  }),
  specifyKey(z.enum(outputTypes), {
    key: 'roundtable.output_type.by_workflow_type.<workflow>',
    aliases: ['roundtable.output_type.<workflow>'],
    description: 'The document of one workflow.',
    example: 'architecture',
  }),
  specifyKey(agentIdSchema, {
    key: 'roundtable.facilitator.agent',
    aliases: ['roundtable.facilitator'],
    type: id,
    description: 'The agent that asks and sums up.',
    example: 'facilitator',
    default: 'facilitator',
  }),
  specifyKey(agentIdSchema.nullable(), {
    key: 'roundtable.synthesizer.agent',
    aliases: ['roundtable.synthesizer'],
    type: `${id}, or null`,
    description: 'The agent that writes the final draft; null for the facilitator.',
    example: 'technical-writer',
    default: null,
  }),
  specifyKey(modelReferenceSchema.nullable(), {
    key: 'roundtable.models.default',
    aliases: ['roundtable.models', 'roundtable.model'],
    type: `${reference}, or null`,
    description:
      'The model of every seat that has none of its own; null takes what can be found on this machine.',
    example: 'anthropic/claude-sonnet-5-5',
    default: null,
  }),
  specifyKey(modelReferenceSchema.nullable(), {
    key: 'roundtable.models.facilitator',
    aliases: ['roundtable.facilitator.model'],
    type: `${reference}, or null`,
    description: 'The model of the facilitator.',
    example: 'anthropic/claude-opus-5-5',
    default: null,
  }),
  specifyKey(modelReferenceSchema.nullable(), {
    key: 'roundtable.models.synthesizer',
    aliases: ['roundtable.synthesizer.model'],
    type: `${reference}, or null`,
    description: 'The model of the synthesizer.',
    example: 'anthropic/claude-opus-5-5',
    default: null,
  }),
  specifyKey(modelReferenceSchema.nullable(), {
    key: 'roundtable.models.participants.<seat>',
    type: `${reference}, or null`,
    description: 'The model of one seat.',
    example: 'ollama/llama3.1',
  }),
  specifyKey(z.number().positive(), {
    key: 'roundtable.seat_timeouts.<seat>',
    description: 'Seconds until an answer of this seat is given up.',
    example: 60,
  }),
  ...['show_all_positions', 'show_rationale', 'facilitator_recommendation'].map((name) =>
    specifyKey(z.boolean(), {
      key: `roundtable.escalation.presentation.${name}`,
      description: 'Positions, their reasons and the recommendation are always shown.',
      example: true,
      use: 'kept',
    }),
  ),
];

function kept(key: string, description: string, example: string): KeySpec {
  return specifyKey(labelSchema, { key, description, example, type: 'text', use: 'kept' });
}

function folder(name: string, example: string, description: string): KeySpec {
  return specifyKey(projectFolderSchema, {
    key: `docs.${name}`,
    type: `a folder inside the project, such as ${example}`,
    description,
    example,
    default: example,
  });
}

/** The keys of a consensus rule; `policy` and `mechanism` are two names of one setting. */
function describeRule(place: string, whose: string): KeySpec[] {
  return [
    specifyKey(mechanismSchema, {
      key: `${place}.mechanism`,
      aliases: [`${place}.policy`],
      type: 'one of majority, weighted_majority, unanimous, consent, facilitator_decides, none',
      description: `How proposals become agreed: the rule ${whose}.`,
      example: 'majority',
    }),
    specifyKey(z.number().min(0).max(1).nullable(), {
      key: `${place}.threshold`,
      description:
        'The share of those who voted that has to support a proposal; null where nothing is counted.',
      example: 0.67,
    }),
    specifyKey(z.boolean(), {
      key: `${place}.block_prevents_terminal`,
      description: 'Whether a standing block keeps the discussion from concluding.',
      example: true,
    }),
    specifyKey(z.boolean(), {
      key: `${place}.stand_aside_allowed`,
      description: 'Whether a seat may let a proposal pass without supporting it.',
      example: true,
    }),
    specifyKey(z.number().int().min(1), {
      key: `${place}.max_attempts_per_conflict`,
      description: 'Rounds that may be spent on one conflict.',
      example: 3,
      use: 'kept',
    }),
  ];
}

import type { KeyLine } from './key-line.ts';

/** Keys about who sits at the table, with which model, and how they agree. */
export const tableKeys: readonly KeyLine[] = [
  {
    key: 'roundtable.strategy.default',
    type: 'strategy',
    aliases: ['roundtable.strategy'],
    description:
      'The strategy of every workflow that has none of its own here. When it is not set, a roundtable chooses one by the words of the topic, and the other workflows have one built in.',
    example: 'standard',
    flag: {
      usage: '--strategy <id>',
      on: 'start',
      description: 'how the discussion runs (s2s strategies list)',
    },
  },
  {
    key: 'roundtable.strategy.by_workflow_type.<workflow>',
    type: 'strategy',
    aliases: ['roundtable.strategy.<workflow>'],
    description: 'The strategy of one workflow.',
    example: 'debate',
  },
  ...describeRule('roundtable.strategy.consensus.<strategy>', 'of one strategy'),
  ...describeRule('roundtable.consensus', 'of every strategy that has none of its own here'),
  {
    key: 'roundtable.participants.default',
    type: 'panel',
    aliases: ['roundtable.participants'],
    description:
      'The seats of every workflow that has none of its own here; `auto` chooses them by the topic.',
    example: ['software-architect', 'technical-lead'],
    flag: {
      usage: '--participants <ids>',
      on: 'start',
      description: 'who sits at the table: ids separated by commas, or auto',
    },
  },
  {
    key: 'roundtable.participants.by_workflow_type.<workflow>',
    type: 'panel',
    aliases: ['roundtable.participants.<workflow>'],
    description: 'The seats of one workflow.',
    example: ['software-architect', 'security-champion', 'devops-engineer'],
  },
  {
    key: 'roundtable.output_type.default',
    type: 'output type',
    aliases: ['roundtable.output_type'],
    description: 'The document that a workflow makes when it has none of its own here.',
    example: 'summary',
    flag: {
      usage: '--output-type <type>',
      on: 'start',
      description: 'adr, requirements, architecture or summary',
      code: 'UNKNOWN_OUTPUT_TYPE',
    },
  },
  {
    key: 'roundtable.output_type.by_workflow_type.<workflow>',
    type: 'output type',
    aliases: ['roundtable.output_type.<workflow>'],
    description: 'The document that one workflow makes.',
    example: 'architecture',
  },
  {
    key: 'roundtable.facilitator.agent',
    type: 'agent',
    aliases: ['roundtable.facilitator'],
    description: 'The agent that asks the questions and sums up.',
    example: 'facilitator',
    default: 'facilitator',
    flag: { usage: '--facilitator <id>', on: 'start', description: 'who leads' },
  },
  {
    key: 'roundtable.synthesizer.agent',
    type: 'agent',
    nullable: true,
    aliases: ['roundtable.synthesizer'],
    description: 'The agent that writes the final draft; null for the facilitator.',
    example: 'technical-writer',
    default: null,
    flag: { usage: '--synthesizer <id>', on: 'start', description: 'who writes the document' },
  },
  {
    key: 'roundtable.models.default',
    type: 'model reference',
    nullable: true,
    aliases: ['roundtable.models', 'roundtable.model'],
    description:
      'The model of every seat that has none of its own; null takes what is found on this machine.',
    example: 'anthropic/claude-sonnet-5-5',
    default: null,
    flag: { usage: '--model <ref>', on: 'run', description: 'the model of every seat, as provider/model' },
    variable: 'S2S_MODEL',
  },
  {
    key: 'roundtable.models.facilitator',
    type: 'model reference',
    nullable: true,
    aliases: ['roundtable.facilitator.model'],
    description: 'The model of the facilitator.',
    example: 'anthropic/claude-opus-5-5',
    default: null,
  },
  {
    key: 'roundtable.models.synthesizer',
    type: 'model reference',
    nullable: true,
    aliases: ['roundtable.synthesizer.model'],
    description: 'The model of the synthesizer.',
    example: 'anthropic/claude-opus-5-5',
    default: null,
  },
  {
    key: 'roundtable.models.participants.<seat>',
    type: 'model reference',
    nullable: true,
    description: 'The model of one seat.',
    example: 'ollama/llama3.1',
    flag: {
      usage: '--models <pairs>',
      on: 'run',
      description: 'models of single seats: seat=provider/model,… (facilitator and synthesizer too)',
    },
  },
  {
    key: 'roundtable.seat_timeouts.<seat>',
    type: 'positive number',
    description: 'Seconds until an answer of this seat is given up.',
    example: 60,
  },
  ...['show_all_positions', 'show_rationale', 'facilitator_recommendation'].map(
    (name): KeyLine => ({
      key: `roundtable.escalation.presentation.${name}`,
      type: 'boolean',
      description: 'Positions, their reasons and the recommendation are always shown.',
      example: true,
      isRead: false,
    }),
  ),
];

/** The keys of a consensus rule; `policy` and `mechanism` are two names of one setting. */
function describeRule(place: string, whose: string): KeyLine[] {
  return [
    {
      key: `${place}.mechanism`,
      type: 'mechanism',
      aliases: [`${place}.policy`],
      description: `How items become agreed: the rule ${whose}.`,
      example: 'majority',
    },
    {
      key: `${place}.threshold`,
      type: 'share',
      nullable: true,
      description: 'The share of the voters that has to support an item; null where nothing is counted.',
      example: 0.67,
    },
    {
      key: `${place}.block_prevents_terminal`,
      type: 'boolean',
      description: 'Whether a standing block keeps the discussion from concluding.',
      example: true,
    },
    {
      key: `${place}.stand_aside_allowed`,
      type: 'boolean',
      description: 'Whether a seat may let an item pass without supporting it.',
      example: true,
    },
    {
      key: `${place}.max_attempts_per_conflict`,
      type: 'positive integer',
      description: 'Rounds that may be spent on one conflict.',
      example: 3,
      isRead: false,
    },
  ];
}

/** Keys about who sits at the table, with which model, and how they agree. */
import type { KeyLine } from './key-line.ts';

export const tableKeys: readonly KeyLine[] = [
  {
    key: 'roundtable.strategy.default',
    type: 'strategy',
    can: 'nothing',
    aliases: ['roundtable.strategy'],
    description:
      'The strategy of every workflow that has none of its own here. When it is not set, a roundtable chooses one from the words of the topic, and the other workflows have one built in.',
    example: 'standard',
  },
  {
    key: 'roundtable.strategy.by_workflow_type.<workflow>',
    type: 'strategy',
    can: 'nothing',
    aliases: [
      'roundtable.strategy.<workflow>',
      'roundtable.strategy_by_workflow.<workflow>',
      'strategy_by_workflow.<workflow>',
    ],
    description: 'The strategy of one workflow.',
    example: 'debate',
  },
  ...describeRule('roundtable.strategy.consensus.<strategy>', 'of one strategy'),
  ...describeRule('roundtable.consensus', 'of every strategy that has none of its own here'),
  {
    key: 'roundtable.participants.default',
    type: 'panel',
    can: 'nothing',
    aliases: ['roundtable.participants'],
    description:
      'The seats of every workflow that has none of its own here; `auto` chooses them by the topic.',
    example: ['software-architect', 'technical-lead'],
  },
  {
    key: 'roundtable.participants.by_workflow_type.<workflow>',
    type: 'panel',
    can: 'nothing',
    aliases: ['roundtable.participants.<workflow>'],
    description: 'The seats of one workflow.',
    example: ['software-architect', 'security-champion', 'devops-engineer'],
  },
  {
    key: 'roundtable.output_type.default',
    type: 'output type',
    can: 'nothing',
    aliases: ['roundtable.output_type'],
    description: 'The document of every workflow that has none of its own here.',
    example: 'summary',
  },
  {
    key: 'roundtable.output_type.by_workflow_type.<workflow>',
    type: 'output type',
    can: 'nothing',
    aliases: ['roundtable.output_type.<workflow>'],
    description: 'The document that one workflow makes.',
    example: 'architecture',
  },
  {
    key: 'roundtable.facilitator.agent',
    type: 'agent',
    can: 'nothing',
    aliases: ['roundtable.facilitator'],
    description: 'The agent that asks the questions and sums up.',
    example: 'facilitator',
    default: 'facilitator',
  },
  {
    key: 'roundtable.synthesizer.agent',
    type: 'agent',
    can: 'nothing',
    nullable: true,
    aliases: ['roundtable.synthesizer'],
    description: 'The agent that writes the final draft; null for the facilitator.',
    example: 'technical-writer',
    default: null,
  },
  {
    key: 'roundtable.models.default',
    type: 'model reference',
    can: 'model',
    nullable: true,
    aliases: ['roundtable.models', 'roundtable.model'],
    description:
      'The model of every seat that has none of its own; null uses what is found on this machine. Of a list, each model takes over when the one before it cannot answer.',
    example: 'anthropic/claude-sonnet-5-5',
    default: null,
    variable: 'S2S_MODEL',
  },
  {
    key: 'roundtable.models.facilitator',
    type: 'model reference',
    can: 'model',
    nullable: true,
    aliases: ['roundtable.facilitator.model'],
    description: 'The model of the facilitator.',
    example: 'anthropic/claude-opus-5-5',
    default: null,
  },
  {
    key: 'roundtable.models.synthesizer',
    type: 'model reference',
    can: 'model',
    nullable: true,
    aliases: ['roundtable.synthesizer.model'],
    description: 'The model of the synthesizer.',
    example: 'anthropic/claude-opus-5-5',
    default: null,
  },
  {
    key: 'roundtable.models.participants.<seat>',
    type: 'model reference',
    can: 'model',
    nullable: true,
    description: 'The model of one seat, or a list: each takes over when the one before it cannot answer.',
    example: 'ollama/llama3.1,anthropic/claude-haiku-5-5',
  },
  {
    key: 'roundtable.seat_timeouts.<seat>',
    type: 'positive number',
    can: 'limit',
    description: 'Seconds to wait for an answer of this seat.',
    example: 60,
  },
  ...['show_all_positions', 'show_rationale', 'facilitator_recommendation'].map(
    (name): KeyLine => ({
      key: `roundtable.escalation.presentation.${name}`,
      type: 'boolean',
      can: 'nothing',
      description: 'Positions, their reasons and the recommendation are always shown.',
      example: true,
      isRead: false,
    }),
  ),
];

/** The keys of a consensus rule; `policy` is another name of `mechanism`. */
function describeRule(place: string, whose: string): KeyLine[] {
  return [
    {
      key: `${place}.mechanism`,
      type: 'mechanism',
      can: 'nothing',
      aliases: [`${place}.policy`],
      description: `How items become agreed: the rule ${whose}.`,
      example: 'majority',
    },
    {
      key: `${place}.threshold`,
      type: 'share',
      can: 'nothing',
      nullable: true,
      description: 'The share of the voters that must support an item; null where nothing is counted.',
      example: 0.67,
    },
    {
      key: `${place}.block_prevents_terminal`,
      type: 'boolean',
      can: 'nothing',
      description: 'Whether a standing block keeps the discussion from concluding.',
      example: true,
    },
    {
      key: `${place}.stand_aside_allowed`,
      type: 'boolean',
      can: 'nothing',
      description: 'Whether a seat may let an item pass without supporting it.',
      example: true,
    },
  ];
}

import type { KeyLine } from './key-line.ts';

const limits = 'roundtable.limits';
const triggers = 'roundtable.escalation.triggers';

/** The keys that set one of the session's settings. Type, limits and default are those of `settingsSchema`. */
export const settingKeys: readonly KeyLine[] = [
  {
    setting: 'verbose',
    key: 'roundtable.verbose',
    description: 'Keep every answer whole in the session file, not only the positions.',
    example: true,
    flag: { usage: '--verbose', on: 'start', description: 'keep whole answers in the session file' },
  },
  {
    setting: 'interactive',
    key: 'roundtable.interactive',
    description: 'Ask after every round: go on, give the panel guidance, skip to the conclusion, or pause.',
    example: true,
    flag: { usage: '--interactive', on: 'run', description: 'ask after every round' },
  },
  {
    setting: 'language',
    key: 'roundtable.language',
    aliases: ['language'],
    description: 'The language of questions, answers and documents; null for that of the topic.',
    example: 'English',
    flag: { usage: '--language <language>', on: 'start', description: 'the language of the answers' },
    variable: 'S2S_LANGUAGE',
  },
  {
    setting: 'participation',
    key: 'roundtable.participation',
    description:
      'How seats speak: all at once without seeing each other, one after the other, or only those whom the question concerns. When it is not set, the strategy decides.',
    example: 'sequential',
    flag: { usage: '--participation <mode>', on: 'start', description: 'parallel, sequential or targeted' },
  },
  {
    setting: 'speaking_order',
    key: 'roundtable.speaking_order',
    description: 'The order of speakers in sequential rounds.',
    example: 'rotating',
  },
  {
    setting: 'max_finishes',
    key: 'roundtable.max_finishes',
    description: 'How often the same seat may speak last in sequential rounds; null for no limit.',
    example: 2,
  },
  {
    setting: 'quorum',
    key: 'roundtable.quorum',
    description: 'How many answers a round needs to count; never more than were asked for.',
    example: 3,
  },
  {
    setting: 'max_participants',
    key: 'roundtable.max_participants',
    description: 'The most seats at the table; longer lists are cut, with a warning.',
    example: 7,
  },
  {
    setting: 'anonymize',
    key: 'roundtable.anonymize',
    description: 'Show seats to each other as letters, shuffled for each reader.',
    example: true,
  },
  {
    setting: 'stop_when_stable',
    key: 'roundtable.stop_when_stable',
    description:
      'Conclude after a full round in which nothing changed, once the minimum of rounds is reached.',
    example: false,
  },
  {
    setting: 'combined',
    key: 'roundtable.facilitator.combined',
    aliases: ['roundtable.combined'],
    description:
      'Let the synthesis bring the next question with it, so that a round waits for two calls instead of three.',
    example: true,
    flag: {
      usage: '--combined',
      on: 'start',
      description: 'let the synthesis bring the next question along',
    },
  },
  {
    setting: 'fast',
    key: 'roundtable.fast',
    description:
      'Combined calls, at least two rounds, and no waiting for stragglers once the quorum has answered.',
    example: true,
    flag: {
      usage: '--fast',
      on: 'start',
      description: 'fewer waits: combined calls, two rounds at least, no waiting for stragglers',
    },
  },
  {
    setting: 'min_rounds',
    key: `${limits}.min_rounds`,
    description: 'The fewest rounds before the discussion may conclude.',
    example: 3,
    flag: { usage: '--min-rounds <n>', on: 'run', description: 'fewest rounds before it can conclude' },
  },
  {
    setting: 'max_rounds',
    key: `${limits}.max_rounds`,
    description: 'The discussion concludes after this many rounds.',
    example: 12,
    flag: { usage: '--max-rounds <n>', on: 'run', description: 'most rounds' },
  },
  {
    setting: 'max_rounds_per_phase',
    key: `${limits}.max_rounds_per_phase`,
    description: 'A phase of the strategy ends after this many rounds.',
    example: 5,
  },
  {
    setting: 'agent_timeout',
    key: `${limits}.agent_timeout`,
    description: 'Seconds until an answer is given up.',
    example: 120,
    flag: { usage: '--agent-timeout <seconds>', on: 'run', description: 'time limit of one answer' },
  },
  {
    setting: 'synthesizer_timeout',
    key: `${limits}.synthesizer_timeout`,
    description: 'Seconds until the final draft is given up; null for twice the time of an answer.',
    example: 600,
  },
  {
    setting: 'total_timeout',
    key: `${limits}.total_timeout`,
    description: 'Seconds after which one run pauses or ends; null for no limit.',
    example: 3600,
    flag: { usage: '--total-timeout <seconds>', on: 'run', description: 'time limit of this run' },
  },
  {
    setting: 'max_tokens',
    key: `${limits}.max_tokens`,
    description: 'Tokens, in and out, that the whole session may use; null for no limit.',
    example: 400000,
    flag: { usage: '--max-tokens <n>', on: 'run', description: 'most tokens of the whole session' },
    variable: 'S2S_MAX_TOKENS',
  },
  {
    setting: 'max_cost',
    key: `${limits}.max_cost`,
    description: 'US dollars that the whole session may cost; null for no limit.',
    example: 2.5,
    flag: { usage: '--max-cost <usd>', on: 'run', description: 'most money of the whole session' },
    variable: 'S2S_MAX_COST',
  },
  {
    setting: 'on_limit',
    key: `${limits}.on_limit`,
    description:
      'What a limit of time, tokens or cost does: pause the session, or conclude with what there is.',
    example: 'conclude',
    flag: { usage: '--on-limit <what>', on: 'run', description: 'at a limit: pause or conclude' },
  },
  {
    setting: 'max_turns',
    key: `${limits}.max_turns`,
    description: 'The most turns that models may take between two turns of the person.',
    example: 10,
  },
  {
    setting: 'answer_retries',
    key: `${limits}.answer_retries`,
    description: 'How often a reply that cannot be used is asked for again before the seat has failed.',
    example: 1,
  },
  {
    setting: 'grace_seconds',
    key: `${limits}.grace_seconds`,
    description: 'With `fast`: how many seconds stragglers get once the quorum has answered.',
    example: 30,
  },
  {
    setting: 'answer_min_characters',
    key: 'roundtable.answers.min_characters',
    description: 'A shorter position is asked for again.',
    example: 40,
  },
  {
    setting: 'answer_max_characters',
    key: 'roundtable.answers.max_characters',
    description: 'A longer position is asked for again.',
    example: 4000,
  },
  {
    setting: 'plain_text_seats',
    key: 'roundtable.answers.plain_text',
    description:
      'Seats whose models answer in plain text instead of the structured form; `all` means every seat.',
    example: ['qa-lead'],
  },
  {
    setting: 'stop_sequences',
    key: 'roundtable.answers.stop',
    description:
      'Texts at which the replies of those seats end, in addition to the stop sequences of their agents.',
    example: ['Speaker:'],
  },
  {
    setting: 'escalation.enabled',
    key: 'roundtable.escalation.enabled',
    description: 'Whether the discussion may ask a person to decide.',
    example: false,
  },
  {
    setting: 'escalation.max_rounds_per_conflict',
    key: `${triggers}.max_rounds_per_conflict`,
    aliases: ['roundtable.escalation.max_rounds_per_conflict'],
    description: 'How many rounds a conflict may stay open; the one that opened it is the first.',
    example: 4,
  },
  {
    setting: 'escalation.confidence_below',
    key: `${triggers}.confidence_below`,
    aliases: ['roundtable.escalation.confidence_below'],
    description:
      'Escalate when the mean confidence of a round is below this, once the minimum of rounds is reached.',
    example: 0.4,
  },
  {
    setting: 'escalation.critical_keywords',
    key: `${triggers}.critical_keywords`,
    aliases: ['roundtable.escalation.critical_keywords'],
    description: 'Words that make an open conflict a matter for a person.',
    example: ['security', 'privacy'],
  },
  {
    setting: 'on_escalation',
    key: 'roundtable.on_escalation',
    aliases: ['roundtable.escalation.on_escalation'],
    description:
      'What happens when nobody can be asked: store the question and wait, accept the recommendation, or go on for one round.',
    example: 'accept',
    flag: {
      usage: '--on-escalation <what>',
      on: 'run',
      description: 'unattended, when a person has to decide: pause, accept or continue',
    },
    variable: 'S2S_ON_ESCALATION',
  },
  {
    setting: 'memory.style',
    key: 'roundtable.memory.style',
    description: 'How earlier rounds are told to the seats: as lists, or as a narrative.',
    example: 'narrative',
  },
  {
    setting: 'memory.budget_tokens',
    key: 'roundtable.memory.budget_tokens',
    description: 'Tokens of history in a prompt, if no agent at the table declares a budget of its own.',
    example: 3000,
  },
  {
    setting: 'memory.compression_threshold',
    key: 'roundtable.memory.compression_threshold',
    description: 'The share of that budget above which the oldest history is shortened.',
    example: 0.8,
  },
  {
    setting: 'memory.include_internal_reasoning',
    key: 'roundtable.memory.include_internal_reasoning',
    description: 'Let each seat keep a private note that only it sees again.',
    example: true,
  },
];

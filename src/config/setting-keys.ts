import { type KeySpec, specifySetting } from './key-spec.ts';

const limits = 'roundtable.limits';
const triggers = 'roundtable.escalation.triggers';

/**
 * The keys that set one of the session's settings (`settingsSchema`). Type, limits and default come from there;
 * a test holds the two together.
 */
export const settingKeys: readonly KeySpec[] = [
  specifySetting('verbose', {
    key: 'roundtable.verbose',
    description: 'Keep every answer whole in the session file, not only the positions.',
    example: true,
  }),
  specifySetting('interactive', {
    key: 'roundtable.interactive',
    description: 'Ask after every round: go on, give the panel guidance, skip to the conclusion, or pause.',
    example: true,
  }),
  specifySetting('language', {
    key: 'roundtable.language',
    aliases: ['language'],
    description: 'The language of questions, answers and documents; null takes that of the topic.',
    example: 'English',
  }),
  specifySetting('participation', {
    key: 'roundtable.participation',
    description:
      'How seats speak: all at once and blind, one after the other, or only those whom the question concerns. Unset, the strategy says.',
    example: 'sequential',
  }),
  specifySetting('speaking_order', {
    key: 'roundtable.speaking_order',
    description: 'The order of sequential rounds.',
    example: 'rotating',
  }),
  specifySetting('max_finishes', {
    key: 'roundtable.max_finishes',
    description:
      'How often the same seat may speak last in sequential rounds; null for as often as it comes.',
    example: 2,
  }),
  specifySetting('quorum', {
    key: 'roundtable.quorum',
    description: 'Answers that a round needs to count; never more than were asked.',
    example: 3,
  }),
  specifySetting('max_participants', {
    key: 'roundtable.max_participants',
    description: 'The most seats at the table; longer lists are cut, with a warning.',
    example: 7,
  }),
  specifySetting('anonymize', {
    key: 'roundtable.anonymize',
    description: 'Show seats to each other as letters, shuffled for each reader.',
    example: true,
  }),
  specifySetting('stop_when_stable', {
    key: 'roundtable.stop_when_stable',
    description: 'Conclude after a full round in which nothing moved, once the fewest rounds are held.',
    example: false,
  }),
  specifySetting('combined', {
    key: 'roundtable.facilitator.combined',
    aliases: ['roundtable.combined'],
    description:
      'Let the synthesis bring the next question with it, so that a round waits for two calls instead of three.',
    example: true,
  }),
  specifySetting('fast', {
    key: 'roundtable.fast',
    description: 'Combined calls, two rounds at least, and stragglers cut off once the quorum has answered.',
    example: true,
  }),
  specifySetting('min_rounds', {
    key: `${limits}.min_rounds`,
    description: 'The fewest rounds before the discussion may conclude.',
    example: 3,
  }),
  specifySetting('max_rounds', {
    key: `${limits}.max_rounds`,
    description: 'The discussion concludes after this many rounds.',
    example: 12,
  }),
  specifySetting('max_rounds_per_phase', {
    key: `${limits}.max_rounds_per_phase`,
    description: 'A phase of the strategy ends after this many rounds.',
    example: 5,
  }),
  specifySetting('agent_timeout', {
    key: `${limits}.agent_timeout`,
    description: 'Seconds until an answer is given up.',
    example: 120,
  }),
  specifySetting('synthesizer_timeout', {
    key: `${limits}.synthesizer_timeout`,
    description: 'Seconds until the final draft is given up; null for twice the time of an answer.',
    example: 600,
  }),
  specifySetting('total_timeout', {
    key: `${limits}.total_timeout`,
    description: 'Seconds after which one run pauses or ends; null for no limit.',
    example: 3600,
  }),
  specifySetting('max_tokens', {
    key: `${limits}.max_tokens`,
    description: 'Tokens, in and out, that the whole session may use; null for no limit.',
    example: 400000,
  }),
  specifySetting('max_cost', {
    key: `${limits}.max_cost`,
    description: 'US dollars that the whole session may cost; null for no limit.',
    example: 2.5,
  }),
  specifySetting('on_limit', {
    key: `${limits}.on_limit`,
    description:
      'What a limit of time, tokens or cost does: pause the session, or conclude with what there is.',
    example: 'conclude',
  }),
  specifySetting('max_turns', {
    key: `${limits}.max_turns`,
    description: 'The most turns of models between two turns of the person.',
    example: 10,
  }),
  specifySetting('answer_retries', {
    key: `${limits}.answer_retries`,
    description: 'Further requests when a reply cannot be used, before the seat has failed.',
    example: 1,
  }),
  specifySetting('grace_seconds', {
    key: `${limits}.grace_seconds`,
    description: 'With `fast`: seconds that stragglers get once the quorum has answered.',
    example: 30,
  }),
  specifySetting('answer_min_characters', {
    key: 'roundtable.answers.min_characters',
    description: 'A shorter position is asked for again.',
    example: 40,
  }),
  specifySetting('answer_max_characters', {
    key: 'roundtable.answers.max_characters',
    description: 'A longer position is asked for again.',
    example: 4000,
  }),
  specifySetting('plain_text_seats', {
    key: 'roundtable.answers.plain_text',
    description:
      'Seats whose models answer in plain text instead of the structured form; `all` means every seat.',
    example: ['qa-lead'],
  }),
  specifySetting('stop_sequences', {
    key: 'roundtable.answers.stop',
    description: 'Where the replies of those seats end, beside the stop sequences of their agents.',
    example: ['Speaker:'],
  }),
  specifySetting('escalation.enabled', {
    key: 'roundtable.escalation.enabled',
    description: 'Whether the discussion may ask a person to decide.',
    example: false,
  }),
  specifySetting('escalation.max_rounds_per_conflict', {
    key: `${triggers}.max_rounds_per_conflict`,
    aliases: ['roundtable.escalation.max_rounds_per_conflict'],
    description: 'Rounds that a conflict may stay open; the one that opened it is the first.',
    example: 4,
  }),
  specifySetting('escalation.confidence_below', {
    key: `${triggers}.confidence_below`,
    aliases: ['roundtable.escalation.confidence_below'],
    description:
      'Escalate when the mean confidence of a round is below this, once the fewest rounds are held.',
    example: 0.4,
  }),
  specifySetting('escalation.critical_keywords', {
    key: `${triggers}.critical_keywords`,
    aliases: ['roundtable.escalation.critical_keywords'],
    description: 'Words that make an open conflict a matter for a person.',
    example: ['security', 'privacy'],
  }),
  specifySetting('on_escalation', {
    key: 'roundtable.on_escalation',
    aliases: ['roundtable.escalation.on_escalation'],
    description:
      'Where nobody can be asked: store the question and wait, accept the recommendation, or go on for a round.',
    example: 'accept',
  }),
  specifySetting('memory.style', {
    key: 'roundtable.memory.style',
    description: 'How earlier rounds are told to the seats: as lists, or as a narrative.',
    example: 'narrative',
  }),
  specifySetting('memory.budget_tokens', {
    key: 'roundtable.memory.budget_tokens',
    description: 'Tokens of history in a prompt where no agent at the table declares its own budget.',
    example: 3000,
  }),
  specifySetting('memory.compression_threshold', {
    key: 'roundtable.memory.compression_threshold',
    description: 'The share of that budget from which the oldest history is shortened.',
    example: 0.8,
  }),
  specifySetting('memory.include_internal_reasoning', {
    key: 'roundtable.memory.include_internal_reasoning',
    description: 'Let each seat keep a private note that only it sees again.',
    example: true,
  }),
];

/** What a session would use, by arithmetic over its plan: who is asked what, how often, and how long prompts and replies are. */
import type { Step } from '../../session/model-request.ts';

/** Usual sizes, in tokens unless said otherwise. */
export const usual = {
  /** Of replies, by what is asked. Source: the means of 123 replies of three played panels, four characters to a token. */
  output: {
    question: 1_000,
    proposal: 4_500,
    answer: 1_600,
    synthesis: 4_000,
    draft: 6_600,
    review: 900,
    revision: 4_000,
    ballot: 120,
    patch: 1_100,
    lookUps: 130,
  },
  /** Of a prompt without context: rules, role, and the form of the reply. Source: prompts of played panels. */
  base: 3_500,
  /** What each round adds to the dossier and the memory in later prompts. Source: prompts of played panels. */
  growth: 400,
  /** What the findings of one turn of look-ups add to a prompt. Source: prompts of played panels. */
  findings: 6_000,
  /** Turns of look-ups: before a proposal, a draft or a revision, and before other replies. Source: the same panels. */
  turns: { deep: 3, shallow: 1 },
} as const;

/** The plan of a session, as far as its cost depends on it. */
export interface EstimatePlan {
  /** The models that play seats, one entry for each seat. */
  seats: readonly { model: string }[];
  facilitator: string;
  synthesizer: string;
  /** The rounds to be held, and how many of them ask for whole proposals. */
  rounds: number;
  proposalRounds: number;
  /** Tokens of what every prompt contains besides the base: context, files, the map of the project, earlier decisions. */
  context: number;
  /** How often a seat may look things up; zero where nothing is looked up. */
  turns: { deep: number; shallow: number };
  /** The synthesis includes the next question. */
  combined: boolean;
  /** Without review and revision. */
  fast: boolean;
  /** Whether items are voted on. */
  votes: boolean;
  /** Whether what can be asked again is: the draft and the revision after a check, a patch after the last call. */
  again: boolean;
}

/** Calls of one kind to one model. */
export interface PlannedCalls {
  step: Step;
  model: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
}

/** All calls of the plan, in order. */
export function planCalls(plan: EstimatePlan): PlannedCalls[] {
  return [...planRounds(plan), ...planText(plan)];
}

interface Asked {
  step: Step;
  model: string;
  input: number;
  output: number;
  turns?: number;
}

/** One reply with the turns of look-ups before it: each turn is a call whose prompt also contains what the earlier ones found. */
function ask({ step, model, input, output, turns = 0 }: Asked): PlannedCalls {
  const calls = turns + 1;
  return {
    ...{ step, model, calls },
    input_tokens: calls * input + usual.findings * ((turns * calls) / 2),
    output_tokens: output + turns * usual.output.lookUps,
  };
}

function planRounds(plan: EstimatePlan): PlannedCalls[] {
  const { facilitator, seats, turns, combined } = plan;
  return Array.from({ length: plan.rounds }, (_, index) => {
    const isProposal = index < plan.proposalRounds;
    const input = usual.base + plan.context + usual.growth * index;
    const output = isProposal ? usual.output.proposal : usual.output.answer;
    const isAsked = index === 0 || !combined;
    const question = { step: 'question', model: facilitator, input, output: usual.output.question } as const;
    return [
      ...(isAsked ? [ask({ ...question, turns: turns.shallow })] : []),
      ...seats.map(({ model }) =>
        ask({ step: 'answer', model, input, output, turns: isProposal ? turns.deep : turns.shallow }),
      ),
      ask({
        step: 'synthesis',
        model: facilitator,
        input: input + seats.length * output,
        output: usual.output.synthesis + (combined ? usual.output.question : 0),
      }),
    ];
  }).flat();
}

function planText(plan: EstimatePlan): PlannedCalls[] {
  const { seats, synthesizer: model, turns, again, fast, votes } = plan;
  const known = usual.base + plan.context + usual.growth * plan.rounds;
  const said =
    seats.length *
    (plan.proposalRounds * usual.output.proposal + (plan.rounds - plan.proposalRounds) * usual.output.answer);
  const text = known + usual.output.draft;
  const twice = <Value>(value: Value): Value[] => (again ? [value, value] : [value]);
  const draft = ask({
    step: 'draft',
    model,
    input: known + said,
    output: usual.output.draft,
    turns: turns.deep,
  });
  const reviews = seats.map((seat) =>
    ask({
      step: 'review',
      model: seat.model,
      input: text,
      output: usual.output.review,
      turns: turns.shallow,
    }),
  );
  const revision = ask({
    step: 'revision',
    model,
    input: text + seats.length * usual.output.review,
    output: usual.output.revision,
    turns: turns.deep,
  });
  const ballots = seats.map((seat) =>
    ask({ step: 'last-call', model: seat.model, input: text, output: usual.output.ballot }),
  );
  const patch = ask({ step: 'patch', model, input: text, output: usual.output.patch });
  return [
    ...twice(draft),
    ...(fast ? [] : [...reviews, ...twice(revision)]),
    ...(votes ? ballots : []),
    ...(votes && again ? [patch, ...ballots] : []),
  ];
}

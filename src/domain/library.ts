/** What people write in markdown, as the rest of the program sees it after loading. */
import type { ConsensusRule } from './settings.ts';
import type { Participation } from './vocabulary.ts';

/** Where a file was found: the project's own comes before what ships. */
export type Origin = 'project' | 'shipped';

/** A role that a model can play. */
export interface Agent {
  /** Lowercase words and hyphens; the file's name, a `roundtable-` in front taken off. */
  id: string;
  /** The role as people say it: `QA lead`. */
  role: string;
  description: string;
  /** The system prompt: the body of the file. */
  body: string;
  /** A model reference with a provider, or null; bare names such as `opus` are kept in `model_hint`. */
  model: string | null;
  model_hint: string | null;
  /** 1 orchestrator, 2 specialist, 3 called only when the topic asks for it. */
  level: 1 | 2 | 3;
  specialties: string[];
  /** Tokens of history that this agent can take, or null. */
  token_budget: number | null;
  /** For models that answer in plain text. */
  stop_sequences: string[];
  file: string;
  origin: Origin;
}

/** A stretch of rounds with one purpose. */
export interface Phase {
  name: string;
  goal: string;
  /** Said to the participants in this phase. */
  prompt_suffix: string;
  /** Seats that speak in this phase; null means all. */
  participants: string[] | null;
  /** What of the history this phase is shown. */
  context: 'full' | 'synthesis' | 'none';
  min_rounds: number;
  /** Whether seats state stances on proposals in this phase. */
  votes: boolean;
}

/** How a discussion runs. */
export interface Strategy {
  id: string;
  name: string;
  description: string;
  participation: Participation;
  /** At least one. */
  phases: Phase[];
  consensus: ConsensusRule;
  max_attempts_per_conflict: number | null;
  /** Seats argue for assigned sides. */
  sides: boolean;
  /** Words of a topic that speak for this strategy. */
  keywords: string[];
  /** Extra advice to the facilitator: the body of the file without its settings. */
  guidance: string;
  file: string;
  origin: Origin;
}

/** One topic that a workflow must cover. */
export interface AgendaTopic {
  id: string;
  name: string;
  description: string;
  critical: boolean;
  /** All must be met before the topic counts as covered. */
  criteria: string[];
  /** Artifact counts that must be there: `{requirements: 3}`, from `min_requirements: 3`. */
  minimums: { kind: string; count: number }[];
  exploration: string[];
  questions: string[];
}

/** The topics a workflow must cover. */
export interface Agenda {
  workflow: string;
  topics: AgendaTopic[];
  file: string;
  origin: Origin;
}

/** `CONTEXT.md`, read by its headings. Lists are in file order; an absent section is empty. */
export interface ProjectContext {
  name: string;
  description: string;
  domain: string;
  objectives: string[];
  constraints: string[];
  in_scope: string[];
  out_of_scope: string[];
  stack: string[];
  open_questions: string[];
  /** The file's text without comments, as it is sent; empty when there is no file. */
  text: string;
}

/** A file that was read for the discussion and goes into prompts as data. */
export interface ContextFile {
  path: string;
  text: string;
}

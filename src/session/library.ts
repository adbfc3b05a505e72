/** Agents, strategies, agendas and project context: what people write in markdown, once it is loaded. */
import type { ConsensusRule } from './settings.ts';
import type { Participation } from './vocabulary.ts';

/** Where a file was found; a project's own file replaces the shipped one of the same name. */
export type Origin = 'project' | 'shipped';

/** A role that a model can play. */
export interface Agent {
  /** Lowercase words and hyphens: the name of the file without a leading `roundtable-`. */
  id: string;
  /** The role as it is shown: `QA lead`. */
  role: string;
  description: string;
  /** The system prompt: the body of the file. */
  body: string;
  /** A model reference with a provider, or null; bare names such as `opus` are kept in `model_hint`. */
  model: string | null;
  model_hint: string | null;
  /** 1 orchestrator, 2 specialist, 3 seated only when the topic needs it. */
  level: 1 | 2 | 3;
  specialties: string[];
  /** How many tokens of history this agent is given; null for the default. */
  token_budget: number | null;
  /** Used when the model answers in plain text. */
  stop_sequences: string[];
  file: string;
  origin: Origin;
}

/** A stretch of rounds with one purpose. */
export interface Phase {
  name: string;
  goal: string;
  /** Added to the prompts of participants in this phase. */
  prompt_suffix: string;
  /** The seats that speak in this phase; null means all. */
  participants: string[] | null;
  /** How much of the history this phase is shown. */
  context: 'full' | 'synthesis' | 'none';
  min_rounds: number;
  /** Whether seats vote: what is to be voted on is drafted first. */
  votes: boolean;
  /** Whether seats are asked for whole proposals, as they are in every first round; absent: they are not. */
  proposals?: boolean;
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
  /** Words in a topic that suggest this strategy. */
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
  /** The topic is covered when all of these are met. */
  criteria: string[];
  /** How many artifacts the topic needs: `min_requirements: 3` gives `{kind: 'requirements', count: 3}`. */
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

/** The project in words. */
export interface ProjectContext {
  name: string;
  /** The text of `CONTEXT.md` without comments, as it is sent; empty when there is no file. */
  text: string;
}

/** A file that prompts include as data. */
export interface ContextFile {
  path: string;
  text: string;
}

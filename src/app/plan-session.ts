/** From flags and configuration to a new session and its table; nothing is written yet. */

import type * as z from 'zod';
import type { ActionContext } from '../cli/command-runner.ts';
import type { OpenProject } from '../cli/open-project.ts';
import type { ConfigFlags } from '../config/flag-layer.ts';
import { type ResolvedConfig, resolveConfig } from '../config/resolve-config.ts';
import { findNearest, S2sError } from '../domain/errors.ts';
import type { Table } from '../domain/ports.ts';
import type { Participant } from '../domain/records.ts';
import { type Session, sessionSchema } from '../domain/session.ts';
import type { Settings } from '../domain/settings.ts';
import { schemaVersion, type WorkflowType, workflowTypes } from '../domain/vocabulary.ts';
import { gatherContextFiles } from '../project/gather-context-files.ts';
import { startAgenda } from '../roundtable/rules/agenda.ts';
import { noUsage } from '../roundtable/rules/usage.ts';
import { createSessionId } from '../store/files/create-session-id.ts';
import type { SessionStore } from '../store/files/session-store.ts';
import { chooseModels, readSeatModels, rehearsalModel } from './choose-models.ts';
import { pickPanel, pickStrategy, readSides } from './choose-seats.ts';
import { hashTable, loadTable } from './load-table.ts';
import { findUnusableAgents, readRecords } from './track-record.ts';

/** The flags of `start`, `specs`, `design` and `brainstorm`. */
export interface StartFlags extends ConfigFlags {
  workflow?: string;
  context?: string[];
  pro?: string;
  con?: string;
  withMe?: boolean;
  dryRun?: boolean;
  seed?: string;
  failOn?: string;
  replay?: string;
  replayMissing?: string;
  estimate?: boolean;
  full?: boolean;
}

/** Characters that context files may have together. */
const contextBudget = 60_000;
/** History that a seat is told where no agent declares less, in tokens (seed 001). */
const defaultMemoryTokens = 2_000;

/** A session that is about to start. */
export interface PlannedSession {
  session: Session;
  table: Table;
  config: ResolvedConfig;
  notices: string[];
}

/** Plans the session. Throws everything that is wrong with flags, configuration, library and context before anything starts. */
export async function planSession(
  project: OpenProject,
  store: SessionStore,
  options: { topic: string; workflow: WorkflowType; flags: StartFlags; context: ActionContext },
): Promise<PlannedSession> {
  const { topic, workflow, flags, context } = options;
  const config = resolveConfig(project.config, { workflow, flags });
  const notices = [...config.notices];
  const strategy = await pickStrategy(project.places, config, { topic, workflow });
  const chosen = await pickPanel(project.places, config, {
    topic,
    workflow,
    withMe: flags.withMe === true,
    records: new Map([...(await readRecords(project, context))].map(([id, { score }]) => [id, score])),
    findUnusable: (agents) =>
      flags.dryRun === true
        ? Promise.resolve(new Map<string, string>())
        : findUnusableAgents(agents, config, {
            named: readSeatModels(flags.models, [
              ...agents.map(({ id }) => id),
              config.facilitator,
              config.synthesizer,
              'facilitator',
              'synthesizer',
            ]),
            modelFlag: flags.model !== undefined,
            context,
          }),
  });
  notices.push(...chosen.notices);
  for (const warning of chosen.warnings) context.say(`Warning: ${warning}`, { warning: true });
  const sides = readSides(flags, chosen.ids);
  const gathered = await gatherContextFiles(flags.context ?? [], {
    root: project.root,
    cwd: context.cwd,
    budgetCharacters: contextBudget,
  });
  const seats = chosen.ids.map(
    (id): Pick<Participant, 'id' | 'kind'> => ({ id, kind: id === 'human' ? 'human' : 'model' }),
  );
  const { outputType } = config;
  const table = await loadTable(project, {
    strategy: strategy.id,
    workflow,
    facilitator: config.facilitator,
    synthesizer: config.synthesizer,
    participants: seats,
    outputType: outputType.type,
    contextFiles: gathered.files,
    sessionFile: null,
    projectName: config.projectName,
  });
  const models = await chooseModels(
    table,
    { config, dryRun: flags.dryRun === true, modelFlag: flags.model !== undefined, modelsFlag: flags.models },
    context,
  );
  notices.push(...models.notices);
  const participants = seats.map(
    ({ id, kind }): Participant => ({
      id,
      role: kind === 'human' ? 'You' : (table.agents.get(id)?.role ?? id),
      kind,
      model: kind === 'human' ? null : (models.participants.get(id) ?? null),
      side: sides.get(id) ?? null,
      ...(sides.has(id) ? { side_given: true } : {}),
    }),
  );
  const now = context.environment.clock.now();
  const id = createSessionId(topic, now, {
    slugMaxLength: config.slugMaxLength,
    taken: await store.listIds(),
  });
  const at = now.toISOString();
  const session = sessionSchema.parse({
    schema_version: schemaVersion,
    id,
    topic,
    workflow_type: workflow,
    strategy: strategy.id,
    strategy_reason: strategy.reason,
    output_type: outputType.type,
    status: 'active',
    pause_reason: null,
    created_at: at,
    updated_at: at,
    paused_at: null,
    completed_at: null,
    rehearsal: [models.facilitator, models.synthesizer, ...models.participants.values()].some(
      (model) => model === rehearsalModel || model.startsWith('rehearsal'),
    ),
    project: { name: table.context.name },
    facilitator: { agent: table.facilitator.id, model: models.facilitator },
    synthesizer: { agent: table.synthesizer.id, model: models.synthesizer },
    participants,
    panel: chosen.panel,
    settings: settleSettings(config, table),
    inputs: hashTable(table),
    context_files: gathered.receipts,
    seed: readSeed(flags.seed),
    fence: context.environment.randomToken(),
    current_phase: table.strategy.phases[0]?.name ?? '',
    total_rounds: 0,
    agenda: startAgenda(table.agenda),
    statements: [],
    artifacts: [],
    consensus: [],
    conflicts: [],
    open_questions: [],
    escalations: [],
    guidance: [],
    failures: [],
    usage: noUsage,
    outcome: null,
    rounds: [],
  } satisfies z.input<typeof sessionSchema>);
  return { session, table: { ...table, sessionFile: `.s2s/sessions/${id}.yaml` }, config, notices };
}

/** The settings of the session: the strategy speaks where nobody has set anything. */
function settleSettings(config: ResolvedConfig, table: Table): Settings {
  const { settings, setSettings } = config;
  const budgets = [...table.agents.values()]
    .map((agent) => agent.token_budget)
    .filter((budget) => budget !== null);
  const perConflict = table.strategy.max_attempts_per_conflict;
  return {
    ...settings,
    participation: setSettings.has('participation') ? settings.participation : table.strategy.participation,
    consensus: { ...table.strategy.consensus, ...config.consensusFor(table.strategy.id) },
    escalation: {
      ...settings.escalation,
      max_rounds_per_conflict:
        perConflict === null || setSettings.has('escalation.max_rounds_per_conflict')
          ? settings.escalation.max_rounds_per_conflict
          : perConflict,
    },
    memory: {
      ...settings.memory,
      budget_tokens: setSettings.has('memory.budget_tokens')
        ? settings.memory.budget_tokens
        : Math.max(100, Math.min(defaultMemoryTokens, ...budgets)),
    },
  };
}

/** Reads `--seed`: a whole number from 0; 1 when absent. */
function readSeed(text: string | undefined): number {
  if (text === undefined) return 1;
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || seed < 0 || text.trim() === '') {
    throw new S2sError('INVALID_VALUE', `--seed needs a whole number from 0 up, not "${text}".`, {
      hint: 'For example: --seed 7',
    });
  }
  return seed;
}

/** Reads `--workflow`. Throws UNKNOWN_WORKFLOW with the nearest one. */
export function readWorkflow(text: string | undefined): WorkflowType {
  if (text === undefined) return 'roundtable';
  const known = workflowTypes.find((workflow) => workflow === text);
  if (known) return known;
  const nearest = findNearest(text, workflowTypes);
  throw new S2sError('UNKNOWN_WORKFLOW', `There is no workflow "${text}".`, {
    hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Workflows: ${workflowTypes.join(', ')}`,
  });
}

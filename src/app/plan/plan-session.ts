/** Plans a new session and its table from options and configuration; writes nothing. */

import type * as z from 'zod';
import { type ResolvedConfig, resolveConfig } from '../../config/resolve-config.ts';
import { listReferences } from '../../models/model-reference.ts';
import { contextBudget, gatherContextFiles } from '../../project/gather-context-files.ts';
import { S2sError } from '../../session/errors.ts';
import type { Agent } from '../../session/library.ts';
import type { Table } from '../../session/ports/ports.ts';
import { noUsage, type Participant } from '../../session/records.ts';
import { startAgenda } from '../../session/rules/coverage.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { type Session, sessionSchema } from '../../session/session.ts';
import type { Settings } from '../../session/settings.ts';
import { listSubjectFiles } from '../../session/subject.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { createSessionId } from '../../store/session/create-session-id.ts';
import { isBlank } from '../../text/is-blank.ts';
import { makeWellFormed } from '../../text/well-formed.ts';
import type { AppParts } from '../app-parts.ts';
import type { Notice } from '../notice.ts';
import type { RunOptions, SessionOptions, StartOptions } from '../options.ts';
import { refuseSecretInput } from '../refuse-secret-input.ts';
import { chooseModels, keepModels, nameSeatModels } from './choose-models.ts';
import { assignSides, pickPanel, pickStrategy } from './choose-seats.ts';
import { readEarlierDecisions } from './earlier-decisions.ts';
import { addExtended, hashTable, loadTable, readContext } from './load-table.ts';
import { explainHidden, hasProjectFiles, openEvidence } from './open-evidence.ts';
import { findUnusableAgents } from './unusable-agents.ts';

/** A session that is about to start. */
export interface PlannedSession {
  session: Session;
  table: Table;
  config: ResolvedConfig;
  notices: Notice[];
}

/** The order for a new session. */
export type SessionOrder = SessionOptions &
  Pick<RunOptions, 'signal'> &
  Pick<StartOptions, 'lowersOnly' | 'subject' | 'demands' | 'earlierPlan'> & { topic: string };

/** Plans the session. Throws every error of options, configuration, library and context before anything starts. */
export async function planSession(parts: AppParts, options: SessionOrder): Promise<PlannedSession> {
  const { world } = parts;
  const { workflowType: workflow = 'roundtable', rehearsal = false } = options;
  const topic = makeWellFormed(options.topic);
  if (isBlank(topic))
    throw new S2sError('EMPTY_TOPIC', 'There is no topic to discuss.', {
      hint: 'Ask a question, for example: Which queue should carry the download jobs?',
    });
  const resolved = resolveConfig(parts.config, { workflow, options });
  const folders = await parts.findDecisionFolders();
  const docs = await parts.findDocs(folders);
  const project = { ...parts, findDecisionFolders: async () => folders };
  const known = await readEarlierDecisions(project, {
    // A change is decided by what it touches more than by its name.
    topic: options.subject === undefined ? topic : `${topic}\n${cutText(options.subject.text, 8_000, '')}`,
    docs: resolved.docs,
    onSkip: (text) => parts.notify({ level: 'warning', text }),
  });
  // What is under review is not given as what holds.
  const reviewed = options.subject === undefined ? [] : listSubjectFiles(options.subject);
  const earlier = known.filter(({ source }) => !reviewed.some(({ path }) => path === source));
  const config = { ...resolved, docs };
  const notices: Notice[] = config.notices.map((text) => ({ level: 'info', text }));
  const strategy = await pickStrategy(parts.places, config, { topic, workflow });
  const chosen = await pickPanel(parts.places, config, {
    topic,
    workflow,
    withMe: options.withMe === true,
    added: options.addParticipants ?? [],
    findUnusable: async (agents) =>
      rehearsal
        ? new Map<string, string>()
        : findUnusableAgents(agents, config, {
            named: nameSeatModels(options.models, [
              ...agents.map(({ id }) => id),
              config.facilitator,
              config.synthesizer,
              'facilitator',
              'synthesizer',
            ]),
            isForAll: options.model !== undefined,
            env: world.env,
          }),
  });
  refuseSecretInput(parts, topic, 'The topic');
  const { subject } = options;
  const sides = assignSides(options, chosen.ids);
  const { context, included } = await readContext(parts, config.projectName);
  // A caller over a network is not the person whose files they are.
  const { contextNamedBy: namedBy = parts.remote === true ? 'others' : 'person' } = options;
  // The session that is replayed names the files that it read.
  const isAssisted = namedBy !== 'session' && (config.assistantFiles ?? context.text === '');
  const gathered = await gatherContextFiles(options.context ?? [], {
    root: parts.root,
    cwd: parts.cwd,
    namedBy,
    assistantFilesBut: isAssisted
      ? included.filter(({ sent_characters: sent }) => sent > 0).map(({ path }) => path)
      : undefined,
    budgetCharacters: contextBudget,
  });
  if (namedBy !== 'session') refuseUnsent(gathered.unsent);
  for (const { path, note } of [
    ...included.filter(({ sent_characters: sent }) => sent === 0),
    ...gathered.refused,
  ])
    notices.push({ level: 'warning', text: `${path}: ${note}` });
  for (const { path, text } of gathered.files) refuseSecretInput(parts, text, `The context file ${path}`);
  const seats = chosen.ids.map(
    (id): Pick<Participant, 'id' | 'kind'> => ({ id, kind: id === 'human' ? 'human' : 'model' }),
  );
  if (earlier.length > 0) {
    const named = earlier.map(({ source, title }) => (source.endsWith('.md') ? source : title));
    notices.push({
      level: 'info',
      text: `Earlier decisions given to the panel: ${[...new Set(named)].join(', ')}`,
    });
  }
  const { outputType } = config;
  const table = await loadTable(parts, {
    strategy: strategy.id,
    workflow,
    facilitator: config.facilitator,
    synthesizer: config.synthesizer,
    participants: seats,
    outputType: outputType.type,
    contextFiles: gathered.files,
    sessionFile: null,
    context,
    isAgain: options.earlierPlan !== undefined,
  });
  const free = chosen.candidates.filter(({ id }) => !table.agents.has(id));
  const all = new Map([...table.agents, ...free.map((agent): [string, Agent] => [agent.id, agent])]);
  const models = await chooseModels(
    { ...table, agents: all },
    {
      config,
      rehearsal,
      isForAll: options.model !== undefined,
      models: options.models,
      world,
      signal: options.signal ?? new AbortController().signal,
    },
  );
  notices.push(...models.notices);
  const participants = seats.map(
    ({ id, kind }): Participant => ({
      id,
      role: kind === 'human' ? 'You' : (table.agents.get(id)?.role ?? id),
      kind,
      ...(kind === 'human' ? { model: null } : keepModels(models.participants.get(id) ?? '')),
      side: sides.get(id) ?? null,
      ...(sides.has(id) ? { side_given: true } : {}),
    }),
  );
  const seated = participants.flatMap(({ id }) => models.participants.get(id) ?? []);
  const isRehearsal = [models.facilitator, models.synthesizer, ...seated].some((model) =>
    listReferences(model).some((one) => one.startsWith('rehearsal')),
  );
  // Sides are given to seats that the person knows.
  const candidates = isRehearsal || sides.size > 0 ? [] : chosen.candidates;
  notices.push(
    ...(candidates.length > 0
      ? [{ level: 'info', text: 'The facilitator chooses the panel before the first round.' } as const]
      : chosen.notices),
  );
  const settings = settleSettings(config, table);
  const looksByDefault =
    !isRehearsal && !config.setSettings.has('evidence.mode') && parts.config.project !== null;
  const hidden = looksByDefault || settings.evidence.mode !== 'off' ? await explainHidden(parts) : null;
  if (hidden !== null) {
    notices.push(hidden);
    settings.evidence.mode = 'off';
  } else if (looksByDefault && (await hasProjectFiles(openEvidence(parts, config))))
    settings.evidence.mode = 'read';
  const now = world.clock.now();
  const id = createSessionId(topic, now, {
    slugMaxLength: config.slugMaxLength,
    taken: await parts.repository.listIds(),
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
    ...(world.timeZone === undefined ? {} : { time_zone: world.timeZone }),
    rehearsal: isRehearsal,
    project: { name: table.context.name },
    facilitator: { agent: table.facilitator.id, ...keepModels(models.facilitator) },
    synthesizer: { agent: table.synthesizer.id, ...keepModels(models.synthesizer) },
    participants,
    panel: {
      ...chosen.panel,
      ...(candidates.length === 0
        ? {}
        : {
            candidates: candidates.map(({ id, role, description }) => ({
              ...{ id, role, about: description },
              ...keepModels(models.participants.get(id) ?? ''),
            })),
          }),
    },
    settings,
    inputs: hashTable(table),
    context_files: [...included, ...gathered.receipts],
    ...(earlier.length > 0 ? { earlier_decisions: earlier } : {}),
    ...(subject === undefined ? {} : { subject: parts.redactData(subject) }),
    ...(options.demands === undefined ? {} : { demands: [...options.demands] }),
    ...(options.earlierPlan === undefined ? {} : { earlier_plan: options.earlierPlan }),
    seed: checkSeed(options.seed ?? 1),
    fence: world.randomToken(),
    current_phase: table.strategy.phases[0]?.name ?? '',
    total_rounds: 0,
    agenda: startAgenda(table.agenda),
    statements: [],
    dossier: [],
    ways: [],
    conflicts: [],
    open_questions: [],
    text: null,
    artifacts: [],
    consensus: [],
    amendments: [],
    escalations: [],
    guidance: [],
    failures: [],
    usage: noUsage,
    outcome: null,
    rounds: [],
  } satisfies z.input<typeof sessionSchema>);
  const placed = { ...table, sessionFile: parts.repository.locate(id) };
  return { session, table: await addExtended(placed, session, { root: parts.root, docs }), config, notices };
}

/** The settings of the session: the strategy's values apply if nobody has set anything. */
function settleSettings(config: ResolvedConfig, table: Table): Settings {
  const { settings, setSettings } = config;
  const budgets = [...table.agents.values()]
    .map((agent) => agent.token_budget)
    .filter((budget) => budget !== null);
  const perConflict = table.strategy.max_attempts_per_conflict;
  return {
    ...settings,
    evidence: { ...settings.evidence },
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
        : Math.max(100, Math.min(settings.memory.budget_tokens, ...budgets)),
    },
  };
}

/** What was asked for and is not sent is an error: without it, the discussion would be about something else. */
function refuseUnsent(unsent: readonly { path: string; reason: string }[]): void {
  if (unsent.length === 0) return;
  const each = unsent.map(({ path, reason }) => `${path} (${reason})`);
  throw new S2sError('FILE_REFUSED', `What was named as context is not sent: ${each.join(', ')}.`, {
    hint: 'Leave it out, or put what the panel has to know into another file.',
  });
}

function checkSeed(seed: number): number {
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new S2sError('INVALID_VALUE', `A seed is a whole number from 0 up, not ${seed}.`, {
    hint: 'For example 7.',
  });
}

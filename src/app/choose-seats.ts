/** Strategy and panel of a new session: option, configuration, the topic's words, the workflow's own. */
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { workflowDefaults } from '../config/workflow-defaults.ts';
import { findNearest, S2sError } from '../domain/errors.ts';
import type { Agent } from '../domain/library.ts';
import type { Session } from '../domain/session.ts';
import type { WorkflowType } from '../domain/vocabulary.ts';
import { listAgents } from '../library/agents.ts';
import { chooseStrategy } from '../library/choose-strategy.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';
import { scoreSpecialties } from '../library/score-specialties.ts';
import { listStrategies } from '../library/strategies.ts';
import { choosePanel } from '../roundtable/rules/panel.ts';
import { neutralRecord } from '../roundtable/rules/rank.ts';
import type { Notice } from './notice.ts';

/** Option, configuration, the topic's words (only `roundtable`), the workflow's own, `standard`. */
export async function pickStrategy(
  places: LibraryPlaces,
  config: ResolvedConfig,
  { topic, workflow }: { topic: string; workflow: WorkflowType },
): Promise<{ id: string; reason: string }> {
  if (config.strategy !== null) return { id: config.strategy.id, reason: config.strategy.reason };
  if (workflow === 'roundtable') {
    const { strategies } = await listStrategies(places);
    const chosen = chooseStrategy(topic, strategies);
    if (chosen !== null) return chosen;
  }
  const own = workflowDefaults[workflow].strategy;
  if (own !== null) return { id: own, reason: `the default of the ${workflow} workflow` };
  return { id: 'standard', reason: 'no word of the topic speaks for another strategy' };
}

/** The seats of a new session and how they were chosen. */
export interface ChosenPanel {
  ids: string[];
  panel: Session['panel'];
  /** How it was chosen, and, as warnings, who could not be seated and why. */
  notices: Notice[];
}

/** Who sits at the table. Throws TOO_FEW_PARTICIPANTS with the topic when fewer than two can be seated. */
export async function pickPanel(
  places: LibraryPlaces,
  config: ResolvedConfig,
  options: {
    topic: string;
    workflow: WorkflowType;
    withMe: boolean;
    /** Track records by agent; higher is better. */
    records: ReadonlyMap<string, number>;
    /** Finds the agents whose model cannot be used, with the reason; asked only when the topic chooses. */
    findUnusable: (agents: readonly Agent[]) => Promise<ReadonlyMap<string, string>>;
  },
): Promise<ChosenPanel> {
  const { topic, workflow, withMe } = options;
  const most = config.settings.max_participants;
  const given = config.participants;
  const own = workflowDefaults[workflow].panel;
  const listed = given === null ? own : given.ids === 'auto' ? null : given.ids;
  const me = withMe ? ['human'] : [];
  if (listed !== null) {
    const ids = [...new Set([...listed, ...me])];
    const kept = cutPanel(ids, most);
    const without = ids.filter((id) => !kept.includes(id));
    const notices: Notice[] =
      without.length === 0
        ? []
        : [
            {
              level: 'warning',
              text: `The panel has ${ids.length} seats, at most ${most} are taken (max_participants): without ${without.join(', ')}.`,
            },
          ];
    requireTwo(kept, `"${kept.join(', ')}" is a table of ${kept.length} for the topic "${cutTopic(topic)}"`);
    return {
      ids: kept,
      panel: {
        chosen_by: given?.from === 'flag' ? 'flag' : 'config',
        scores: [],
        ...listRecords(kept, options.records),
      },
      notices,
    };
  }
  const { agents } = await listAgents(places);
  const free = agents.filter(({ id }) => id !== config.facilitator && id !== config.synthesizer);
  const unusable = await options.findUnusable(free);
  const candidates = free
    .filter(({ id }) => !unusable.has(id))
    .map((agent) => ({
      id: agent.id,
      level: agent.level,
      score: Math.round(scoreSpecialties(topic, agent) * 1000) / 1000,
      record: options.records.get(agent.id) ?? neutralRecord,
    }));
  const leftOut = [...unusable]
    .filter(([id]) => free.some((agent) => agent.id === id && scoreSpecialties(topic, agent) > 0))
    .map(([id, reason]) => ({ id, reason }));
  const chosen = choosePanel(candidates, most - me.length);
  const ids = [...chosen.map(({ id }) => id), ...me];
  requireTwo(
    ids,
    `the topic "${cutTopic(topic)}" calls for ${ids.length === 0 ? 'no role' : `only ${ids.join(', ')}`}${leftOut.length === 0 ? '' : ` (left out: ${sayLeftOut(leftOut)})`}`,
  );
  return {
    ids,
    panel: {
      chosen_by: 'topic',
      scores: candidates
        .filter(({ id, score }) => score > 0 || ids.includes(id))
        .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
        .map(({ id, score, level, record }) => ({ id, score, level, record })),
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
      ...listRecords(ids, options.records),
    },
    notices: [
      {
        level: 'info',
        text: `Panel chosen from the topic: ${chosen.map(({ id, score }) => `${id} (${score.toFixed(2)})`).join(', ')}`,
      },
      ...(leftOut.length === 0
        ? []
        : [
            {
              level: 'warning' as const,
              text: `Left out, because their model cannot be used: ${sayLeftOut(leftOut)}.`,
            },
          ]),
    ],
  };
}

/** The seats' track records at the start, for those that have one. */
function listRecords(
  ids: readonly string[],
  records: ReadonlyMap<string, number>,
): Pick<Session['panel'], 'records'> {
  const known = ids.flatMap((id) => {
    const score = records.get(id);
    return score === undefined ? [] : [{ id, score }];
  });
  return known.length === 0 ? {} : { records: known };
}

function cutTopic(topic: string): string {
  const characters = Array.from(topic.replace(/\s+/g, ' ').trim());
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 80).join('')}...`;
}

function sayLeftOut(leftOut: readonly { id: string; reason: string }[]): string {
  return leftOut.map(({ id, reason }) => `${id} (${reason})`).join('; ');
}

/** Cuts a list that is too long; the person keeps their seat. */
function cutPanel(ids: readonly string[], most: number): string[] {
  if (ids.length <= most) return [...ids];
  const kept = ids.slice(0, most);
  return ids.includes('human') && !kept.includes('human') ? [...kept.slice(0, -1), 'human'] : kept;
}

function requireTwo(ids: readonly string[], what: string): void {
  if (ids.length >= 2) return;
  throw new S2sError('TOO_FEW_PARTICIPANTS', `A roundtable needs at least two participants: ${what}.`, {
    hint: 'Name them, for example: --participants software-architect,qa-lead (s2s agents list shows all)',
  });
}

/** The side of each seat that has one. Throws UNKNOWN_AGENT for a seat that is not at the table, INVALID_VALUE for one on both sides. */
export function assignSides(
  sides: { pro?: readonly string[] | undefined; con?: readonly string[] | undefined },
  ids: readonly string[],
): Map<string, 'pro' | 'con'> {
  const assigned = new Map<string, 'pro' | 'con'>();
  for (const side of ['pro', 'con'] as const) {
    for (const seat of sides[side] ?? []) {
      if (!ids.includes(seat)) {
        const nearest = findNearest(seat, ids);
        throw new S2sError(
          'UNKNOWN_AGENT',
          `The ${side} side names "${seat}", who does not sit at this table (${ids.join(', ')}).`,
          { hint: nearest === null ? 'Name seats of this panel.' : `Did you mean ${nearest}?` },
        );
      }
      if (assigned.has(seat))
        throw new S2sError('INVALID_VALUE', `"${seat}" is named for both sides, pro and con.`, {
          hint: 'Give each seat one side.',
        });
      assigned.set(seat, side);
    }
  }
  return assigned;
}

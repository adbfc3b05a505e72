/**
 * Chooses the strategy and panel of a new session. The seats are named, by the first of these that names any: `--participants`, the
 * configuration, the workflow (config/workflow-defaults.ts). Otherwise the topic decides: in a workflow without seats, and in any workflow
 * where `--participants` or the configuration says `auto`.
 *
 * Where the topic decides, the seats are those whose specialties its words call for, the best first (`choosePanel`). If these and the added
 * ones are fewer than two, and no agent that the topic calls for was left out, the seats of `design` fill the panel up. Before the first
 * round the facilitator may name other seats among all candidates (app/run/seat-panel.ts); not in a rehearsal, and not where sides are given.
 *
 * Added in any case are `+id` and the person, and at most `max_participants` are seated. The facilitator has no seat: naming it is an
 * error, a workflow's panel does without it. Only where the topic decides is an agent left out because its model cannot be used or because it
 * is the synthesizer; a named one stays, and its model is an error later (require-models.ts).
 */
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { workflowDefaults } from '../../config/workflow-defaults.ts';
import { chooseStrategy } from '../../library/choose-strategy.ts';
import { listAgents, listStrategies } from '../../library/load-library.ts';
import { findMissingSeats } from '../../library/missing-fields.ts';
import type { LibraryPlaces } from '../../library/resource-lookup.ts';
import { scoreSpecialties } from '../../library/score-specialties.ts';
import { findTwoWays } from '../../library/two-ways.ts';
import { choosePanel, type PanelCandidate } from '../../roundtable/seats/panel.ts';
import { findNearest, S2sError } from '../../session/errors.ts';
import type { Agent } from '../../session/library.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import type { Session } from '../../session/session.ts';
import type { WorkflowType } from '../../session/vocabulary.ts';
import type { Notice } from '../notice.ts';

/**
 * Chooses by option, configuration, the topic's words (only `roundtable` and `design`), the workflow's default, else `standard`. A
 * strategy with sides is chosen by the topic only if it names exactly two ways.
 */
export async function pickStrategy(
  places: LibraryPlaces,
  config: ResolvedConfig,
  { topic, workflow }: { topic: string; workflow: WorkflowType },
): Promise<{ id: string; reason: string }> {
  if (config.strategy !== null) return config.strategy;
  if (workflow === 'roundtable' || workflow === 'design') {
    const { strategies } = await listStrategies(places);
    const between = findTwoWays(topic);
    const chosen =
      workflow === 'roundtable'
        ? chooseStrategy(
            topic,
            strategies.filter(({ sides }) => !sides || between !== null),
          )
        : null;
    if (chosen !== null) return chosen;
    const debate = strategies.find(({ sides }) => sides);
    if (between !== null && debate !== undefined)
      return { id: debate.id, reason: `the topic names two ways: “${between}”` };
  }
  const own = workflowDefaults[workflow].strategy;
  return { id: own ?? 'standard', reason: `the default of ${workflow}` };
}

/** The seats of a new session and how they were chosen. */
export interface ChosenPanel {
  ids: string[];
  panel: Session['panel'];
  /** Where the topic decides: all who could be seated, for the facilitator to choose from. */
  candidates: Agent[];
  /** How the panel was chosen, and, as warnings, which agents could not be seated and why. */
  notices: Notice[];
}

/** Chooses the seats. Throws TOO_FEW_PARTICIPANTS with the topic if fewer than two can be seated. */
export async function pickPanel(
  places: LibraryPlaces,
  config: ResolvedConfig,
  options: {
    topic: string;
    workflow: WorkflowType;
    withMe: boolean;
    /** Seats in addition to the chosen ones. */
    added: readonly string[];
    /** Finds the agents whose model cannot be used, with the reason; called only when the topic decides. */
    findUnusable: (agents: readonly Agent[]) => Promise<ReadonlyMap<string, string>>;
  },
): Promise<ChosenPanel> {
  const { topic, workflow, withMe, added } = options;
  const most = config.settings.max_participants;
  const given = config.participants;
  const own = workflowDefaults[workflow].panel;
  const listed = given === null ? own : given.ids === 'auto' ? null : given.ids;
  refuseChair(added, config.facilitator, '--participants');
  const sure = [...added, ...(withMe ? ['human'] : [])];
  const { agents } = await listAgents(places);
  if (listed !== null) {
    if (given !== null) refuseChair(listed, config.facilitator, given.reason);
    // An agent of the workflow's default panel loses its seat if it was chosen as facilitator.
    const voting = listed.filter((id) => id !== config.facilitator);
    const ids = [...new Set([...voting, ...sure])];
    const kept = cutPanel(ids, most, sure);
    const without = ids.filter((id) => !kept.includes(id));
    // Loading the panel reports a seat that does not exist.
    const isKnown = kept.every((id) => id === 'human' || agents.some((agent) => agent.id === id));
    const who = kept[0] === undefined ? 'nobody' : `only "${kept[0]}"`;
    if (isKnown) requireTwo(kept, `${who} is at the table for the topic "${cutTopic(topic)}"`);
    const chosenBy = given?.from === 'flag' ? 'flag' : 'config';
    const cut = `The panel has ${ids.length} seats, and your configuration allows at most ${most}: without ${without.map((id) => nameRole(agents, id)).join(', ')}.`;
    return {
      ids: kept,
      panel: { chosen_by: chosenBy, scores: [] },
      candidates: [],
      notices: [
        ...warnIf(without.length > 0, cut),
        // The topic of these names files, not fields.
        ...(workflow === 'review' || workflow === 'plan' || workflow === 'revisit'
          ? []
          : warnOfMissing(topic, kept, { agents, config })),
      ],
    };
  }
  const free = agents.filter(
    ({ id }) =>
      !added.includes(id) && id !== 'facilitator' && id !== config.facilitator && id !== config.synthesizer,
  );
  const unusable = await options.findUnusable(free);
  const candidates = free
    .filter(({ id }) => !unusable.has(id))
    .map((agent) => ({
      id: agent.id,
      level: agent.level,
      score: Math.round(scoreSpecialties(topic, agent) * 1000) / 1000,
    }));
  const leftOut = [...unusable]
    .filter(([id]) => free.some((agent) => agent.id === id && scoreSpecialties(topic, agent) > 0))
    .map(([id, reason]) => ({ id, reason }));
  const chosen = fillPanel(choosePanel(candidates, most - sure.length), candidates, {
    least: 2 - sure.length,
    isDefault: leftOut.length === 0,
    most: most - sure.length,
  });
  const ids = [...chosen.map(({ id }) => id), ...sure];
  const without = leftOut.map(({ id, reason }) => `${id} (${reason})`).join('; ');
  const calledFor = ids.length === 0 ? 'no role' : `only ${ids.join(', ')}`;
  const unseated = without === '' ? '' : ` (left out: ${without})`;
  requireTwo(ids, `the topic "${cutTopic(topic)}" calls for ${calledFor}${unseated}`);
  return {
    ids,
    candidates: free.filter(({ id }) => !unusable.has(id)),
    panel: {
      chosen_by: 'topic',
      scores: candidates
        .filter(({ id, score }) => score > 0 || ids.includes(id))
        .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
        .map(({ id, score, level }) => ({ id, score, level })),
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
    },
    notices: [
      {
        level: 'info',
        text: chosen.some(({ score }) => score > 0)
          ? `Panel chosen from the topic: ${chosen.map(({ id, score }) => `${id} (${score.toFixed(2)})`).join(', ')}`
          : `The topic matches no specialty, so the default panel is seated: ${chosen.map(({ id }) => nameRole(agents, id)).join(', ')}`,
      },
      ...warnIf(without !== '', `Left out, because their models cannot be used: ${without}.`),
      ...warnOfMissing(topic, ids, { agents: agents.filter(({ id }) => !unusable.has(id)), config }),
    ],
  };
}

/**
 * Adds the default panel if the topic's words, or its language, call for fewer seats than a discussion needs; not if agents were left
 * out because their model cannot be used.
 */
function fillPanel(
  chosen: readonly PanelCandidate[],
  candidates: readonly PanelCandidate[],
  { least, isDefault, most }: { least: number; isDefault: boolean; most: number },
): PanelCandidate[] {
  if (chosen.length >= least || !isDefault) return [...chosen];
  const usual = (workflowDefaults.design.panel ?? []).flatMap(
    (id) => candidates.find((candidate) => candidate.id === id) ?? [],
  );
  return [...chosen, ...usual.filter(({ id }) => !chosen.some((one) => one.id === id))].slice(0, most);
}

/** Throws INVALID_VALUE if the facilitator, who never votes, is named as a participant. */
function refuseChair(ids: readonly string[], facilitator: string, from: string): void {
  const chair = ids.find((id) => id === facilitator || id === 'facilitator');
  if (chair === undefined) return;
  const others = ids.filter((id) => id !== chair).join(',') || 'software-architect,qa-lead';
  const or = chair === 'facilitator' ? '' : '; or let another agent lead: --facilitator facilitator';
  throw new S2sError(
    'INVALID_VALUE',
    `${chair} cannot be a participant (${from}): the facilitator leads the discussion and never votes.`,
    { hint: `Omit it: --participants ${others}${or}` },
  );
}

function nameRole(agents: readonly Agent[], seat: string): string {
  return agents.find(({ id }) => id === seat)?.role ?? seat;
}

/** Warns about each field that the topic names and no seat at the table covers. */
function warnOfMissing(
  topic: string,
  ids: readonly string[],
  { agents, config }: { agents: readonly Agent[]; config: ResolvedConfig },
): Notice[] {
  const seated = agents.filter(({ id }) => ids.includes(id));
  const others = agents.filter(
    ({ id }) => !ids.includes(id) && id !== config.facilitator && id !== config.synthesizer,
  );
  const missing = findMissingSeats(topic, { seated, others });
  const all = [...ids.filter((id) => id !== 'human'), ...missing.map(({ id }) => id)];
  const hint = `To add ${missing.length > 1 ? 'them' : 'it'}: --participants ${all.join(',')}`;
  return missing.map(({ id, fields }, index) => ({
    level: 'warning',
    text: `No seat covers ${fields.map((field) => `“${field}”`).join(', ')}; ${nameRole(agents, id)} would.`,
    ...(index === missing.length - 1 ? { hint } : {}),
  }));
}

function cutTopic(topic: string): string {
  return cutText(topic.replace(/\s+/g, ' ').trim(), 83, '...');
}

function warnIf(isSo: boolean, text: string): Notice[] {
  return isSo ? [{ level: 'warning', text }] : [];
}

/** Cuts a list that is too long; the person and the seats in `sure` stay. */
function cutPanel(ids: readonly string[], most: number, sure: readonly string[]): string[] {
  if (ids.length <= most) return [...ids];
  const free = Math.max(0, most - new Set(['human', ...sure].filter((id) => ids.includes(id))).size);
  const others = ids.filter((id) => id !== 'human' && !sure.includes(id)).slice(0, free);
  return ids.filter((id) => id === 'human' || sure.includes(id) || others.includes(id)).slice(0, most);
}

function requireTwo(ids: readonly string[], what: string): void {
  if (ids.length >= 2) return;
  throw new S2sError('TOO_FEW_PARTICIPANTS', `A discussion needs at least two participants: ${what}.`, {
    hint: 'Name them, for example: --participants software-architect,qa-lead (s2s agents list shows all)',
  });
}

/** The sides of the seats. Throws UNKNOWN_AGENT for a seat that is not at the table, INVALID_VALUE for one on both sides. */
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
          `The ${side} side names "${seat}", who has no seat here (${ids.join(', ')}).`,
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

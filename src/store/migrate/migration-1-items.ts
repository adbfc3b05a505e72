/** Turns the points and artifacts of version 1 into one list of items, with the votes attached to the printed texts. */
import { createItem } from '../../domain/create-item.ts';
import type { Item, ItemStance } from '../../domain/records.ts';
import { pairTwins, resemble } from './twins.ts';
import type { Artifact1, Consensus1, Proposal1, Round1 } from './version-1.ts';

type Entry = Item['history'][number];

/** The results in a version 1 file. */
export interface Results1 {
  proposals: readonly Proposal1[];
  artifacts: readonly Artifact1[];
  consensus: readonly Consensus1[];
  rounds: readonly Round1[];
}

/** The items, and what each point has become. */
export interface MigratedItems {
  /** One for each artifact, in their order. */
  ofArtifacts: Item[];
  /** One for each point without an artifact of the same text. */
  points: Item[];
  /** The id of the item that a point has become, by the point's id. */
  itemIds: ReadonlyMap<string, string>;
}

/** Joins points with the artifacts of the same text; other points become items of type POINT and keep their ids. */
export function migrateItems(results: Results1): MigratedItems {
  const { proposals, artifacts } = results;
  const twins = pairTwins(
    proposals.filter(({ status }) => status !== 'withdrawn'),
    artifacts.filter(({ status }) => status !== 'withdrawn'),
  );
  const proposalOf = new Map([...twins].map(([proposal, artifact]) => [artifact, proposal]));
  const alone = proposals.filter((proposal) => !twins.has(proposal));
  const ofArtifacts = artifacts.map((artifact): Item => {
    const item = changeArtifact(artifact, results.rounds);
    const proposal = proposalOf.get(artifact);
    if (proposal !== undefined) return joinTwin(item, proposal, results);
    const near = alone.filter(({ text }) => resemble(text, artifact.text)).map(({ id }) => id);
    return near.length === 0 ? item : { ...item, resembles: near };
  });
  return {
    ofArtifacts,
    points: alone.map((proposal) => changeProposal(proposal, results)),
    itemIds: new Map(proposals.map((proposal) => [proposal.id, twins.get(proposal)?.id ?? proposal.id])),
  };
}

const wordsOfChange = new Map([
  ['proposed', 'put forward'],
  ['amended', 'reworded'],
]);

function changeArtifact(artifact: Artifact1, rounds: readonly Round1[]): Item {
  const { history, round, status, proposed_by: seats, ...rest } = artifact;
  const changes = history.map((entry) => ({
    ...entry,
    change: wordsOfChange.get(entry.change) ?? entry.change,
  }));
  const first: Entry = { round, change: 'put forward', text: artifact.text };
  return {
    ...createItem({ ...rest, round, history: changes.length === 0 ? [first] : changes }),
    worded_in: history.findLast(({ change }) => change === 'amended')?.round ?? round,
    status: status === 'withdrawn' ? 'withdrawn' : 'open',
    proposed_by: seats.map((seat) => ({ seat, round: findRoundOfProposal(seat, artifact, rounds) })),
  };
}

/** A seat that did not speak when an artifact was put forward must have joined with a rewording. */
function findRoundOfProposal(seat: string, { round, history }: Artifact1, rounds: readonly Round1[]): number {
  const spoke = (number: number): boolean =>
    rounds.some(
      ({ round: one, answers }) => one === number && answers.some((answer) => answer.seat === seat),
    );
  if (spoke(round)) return round;
  return history.find((entry) => entry.change === 'amended' && spoke(entry.round))?.round ?? round;
}

function changeProposal(proposal: Proposal1, results: Results1): Item {
  const { opened_in: round, stances: _, status: __, decided_by: ___, ...rest } = proposal;
  const first: Entry = { round, change: 'put forward', text: proposal.text };
  return standAs(createItem({ ...rest, type: 'POINT', round, history: [first] }), proposal, results);
}

function joinTwin(item: Item, proposal: Proposal1, results: Results1): Item {
  const entry: Entry = {
    round: proposal.opened_in,
    change: `put to the vote as ${proposal.id}, in these words`,
    text: proposal.text,
  };
  const joined = {
    ...item,
    // The text was on the table since the earlier of the two.
    round: Math.min(item.round, proposal.opened_in),
    former_ids: [proposal.id],
    history: insertEntry(item.history, entry),
  };
  return standAs(joined, proposal, results);
}

/** An item with the votes on a point, and the status that they give it. */
function standAs(item: Item, proposal: Proposal1, { consensus, rounds }: Results1): Item {
  const { stances } = proposal;
  const agreement = consensus.find(({ proposal_id: id }) => id === proposal.id);
  const lastRound = stances.reduce((last, { round }) => Math.max(last, round), proposal.opened_in);
  const voted = { ...item, stances };
  const wording = agreement === undefined || agreement.text === proposal.text ? '' : agreement.text;
  const note = (change: string, changes: Partial<Item>, round = agreement?.round ?? lastRound): Item => ({
    ...voted,
    ...changes,
    history: insertEntry(voted.history, { round, change, text: wording }),
  });
  switch (proposal.status) {
    case 'open':
      return voted;
    case 'withdrawn':
      return note('withdrawn', { status: 'withdrawn' }, rounds.at(-1)?.round ?? lastRound);
    case 'rejected': {
      const { support, block } = countStances(stances);
      return block > support
        ? note('rejected', { status: 'rejected', decided_by: 'count' }, lastRound)
        : note(`put to the vote and not agreed: ${describeCount(stances)}`, {}, lastRound);
    }
    case 'agreed': {
      const isCounted = proposal.decided_by === 'count';
      const id = agreement === undefined ? '' : ` (${agreement.id})`;
      const count = describeCount(stances);
      if (proposal.decided_by === 'user')
        return note(`decided by a person${id}`, { status: 'agreed', decided_by: 'user' });
      if (carries(stances) && (isCounted || isMajority(stances)))
        return note(`agreed${id}`, { status: 'agreed', decided_by: 'count' });
      if (isCounted)
        return note(`counted as agreed by the rule of that time${id}, not by the present one: ${count}`, {});
      const votes = stances.length === 0 ? 'nobody voted on it' : `the votes do not carry it: ${count}`;
      return note(`named as agreed by the facilitator${id}; ${votes}`, {});
    }
  }
}

/** The seats whose latest stance is this one. */
export function listSeatsThat(wanted: ItemStance['stance'], stances: readonly ItemStance[]): string[] {
  const latest = new Map(stances.map(({ seat, stance }) => [seat, stance]));
  return [...latest].flatMap(([seat, stance]) => (stance === wanted ? [seat] : []));
}

function countStances(stances: readonly ItemStance[]): Record<ItemStance['stance'], number> {
  const count = (stance: ItemStance['stance']): number => listSeatsThat(stance, stances).length;
  return { support: count('support'), stand_aside: count('stand_aside'), block: count('block') };
}

/** What every present rule requires: two stances, and more support than blocks and than stand-asides. */
export function carries(stances: readonly ItemStance[]): boolean {
  const { support, stand_aside: aside, block } = countStances(stances);
  return support + aside + block >= 2 && support > block && support > aside;
}

/** The share of the votes that makes a facilitator's agreement count as a counted one. */
const facilitatorShare = 0.6;

function isMajority(stances: readonly ItemStance[]): boolean {
  const { support, block } = countStances(stances);
  return support / (support + block) >= facilitatorShare;
}

function describeCount(stances: readonly ItemStance[]): string {
  const { support, stand_aside: aside, block } = countStances(stances);
  return `${support} for, ${aside} standing aside, ${block} against`;
}

/** Every wording that an item has or had. */
export function listTexts(item: Item): string[] {
  return [item.text, ...item.history.map(({ text }) => text)];
}

/** Inserts an entry into a history, which is sorted by round; within a round, the entry comes last. */
export function insertEntry(history: readonly Entry[], entry: Entry): Entry[] {
  const index = history.findIndex(({ round }) => round > entry.round);
  return index === -1 ? [...history, entry] : [...history.slice(0, index), entry, ...history.slice(index)];
}

/** Migrates an agreement of version 1; null drops it. An uncounted one is the facilitator's reading, without supporters. */
export function migrateConsensus(
  entry: Consensus1,
  given: { proposals: readonly Proposal1[]; items: readonly Item[]; itemIds: ReadonlyMap<string, string> },
): (Record<string, unknown> & { item_id: string | null; round: number }) | null {
  const { proposals, items, itemIds } = given;
  const { proposal_id: proposalId, supported_by: _, stood_aside: __, ...rest } = entry;
  const itemId = proposalId === null ? undefined : itemIds.get(proposalId);
  const item = items.find(({ id }) => id === itemId);
  if (item?.status === 'agreed') {
    const supporters = listSeatsThat('support', item.stances);
    const aside = listSeatsThat('stand_aside', item.stances);
    return { ...rest, item_id: item.id, supported_by: supporters, stood_aside: aside };
  }
  // Counted by a rule that no longer holds: the item is open, and its history has the words of the agreement.
  const proposal = proposals.find(({ id }) => id === proposalId);
  if (item !== undefined && proposal?.decided_by === 'count' && listTexts(item).includes(entry.text))
    return null;
  return {
    ...rest,
    item_id: null,
    supported_by: [],
    stood_aside: [],
    ...(item === undefined ? {} : { reading_of: item.id }),
  };
}

/** Reads `artifacts:` of the plugin's sessions in every format that it has had: results, conflicts and open questions. */
import { createItem } from '../../domain/create-item.ts';
import { isMapping } from '../../domain/is-mapping.ts';
import type { Item } from '../../domain/records.ts';
import { type ItemType, itemTypes } from '../../domain/vocabulary.ts';
import { type PlainObject, readFields, readObject, readSeat, readText, readTexts } from './coerce-fields.ts';
import { migratePositions } from './migration-0-round.ts';
import { carries } from './migration-1-items.ts';

/** One entry; `kind` is the key above it, such as `business_rules`. */
interface Entry {
  id: string;
  kind: string;
  data: PlainObject;
}

type Kind = ItemType | 'CONF' | 'OQ';

/** What was found. `readings` are results that the plugin calls agreed although the named seats do not carry them. */
export interface PluginArtifacts {
  items: Item[];
  readings: { item: Item; round: number }[];
  conflicts: PlainObject[];
  questions: PlainObject[];
  /** What could not be read, one sentence each. */
  notes: string[];
}

/** The words of a kind; the first match counts. */
const kindWords: readonly [RegExp, Kind][] = [
  [/conflict/, 'CONF'],
  [/question/, 'OQ'],
  [/business|rule/, 'BR'],
  [/nfr|non ?functional|quality/, 'NFR'],
  [/out of scope/, 'OOS'],
  [/exclu/, 'EX'],
  [/requirement/, 'REQ'],
  [/archit/, 'ARCH'],
  [/component/, 'COMP'],
  [/interface/, 'INT'],
  [/mitigation/, 'MIT'],
  [/risk/, 'RISK'],
  [/idea/, 'IDEA'],
  [/decision/, 'DEC'],
];

/** Words for "agreed" in the fields `state`, `agreement` and `status`. */
const agreedWords = /^(?:consensus|agreed|accepted|approved|confirmed|implemented|promoted)$/;

/** Reads all entries. `seats`: the participants without the facilitator. `toRound` maps a round number of the file to this session's. */
export function readPluginArtifacts(
  value: unknown,
  { seats, toRound }: { seats: readonly string[]; toRound: (value: unknown) => number },
): PluginArtifacts {
  const found: PluginArtifacts = { items: [], readings: [], conflicts: [], questions: [], notes: [] };
  const taken = new Map<string, number>();
  for (const entry of listEntries(value)) {
    const kind = findKind(entry);
    const number = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, number);
    const id = entry.id === '' ? `${kind}-${String(number).padStart(3, '0')}` : entry.id;
    const round = toRound(entry.data['created_round'] ?? entry.data['round']);
    const text = readWords(entry.data);
    const onlyId = kind === 'CONF' ? '' : ', only its id';
    if (text === '') found.notes.push(`${id}: the session file has no text for it${onlyId}.`);
    if (kind === 'CONF') found.conflicts.push(readConflict(entry.data, { id, round, toRound }));
    else if (kind === 'OQ') found.questions.push(readQuestion(entry.data, { id, round }));
    else {
      const item = readItem(entry.data, { id, type: kind, round, seats });
      found.items.push(item);
      if (item.status === 'open' && isCalledAgreed(entry.data)) found.readings.push({ item, round });
    }
  }
  return found;
}

/** Entries are grouped by kind and id, by kind in lists, by id only, or are one list. */
function listEntries(value: unknown): Entry[] {
  if (Array.isArray(value)) return value.map((element) => readElement(element, ''));
  return Object.entries(readObject(value)).flatMap(([key, group]): Entry[] => {
    if (readPrefix(key) !== null) return [readNamed(key, group, '')];
    if (Array.isArray(group)) return group.map((element) => readElement(element, key));
    return Object.entries(readObject(group)).map(([id, element]) => readNamed(id, element, key));
  });
}

function readNamed(id: string, value: unknown, kind: string): Entry {
  return { id, kind, data: isMapping(value) ? value : { description: readText(value) } };
}

function readElement(value: unknown, kind: string): Entry {
  if (isMapping(value))
    return { id: readText(value['id']), kind: kind === '' ? readText(value['type']) : kind, data: value };
  const text = readText(value);
  return readPrefix(text) === null
    ? { id: '', kind, data: { description: text } }
    : { id: text, kind, data: {} };
}

/** `REQ` for `REQ-001`; null for a text that is no id. */
function readPrefix(id: string): string | null {
  return /^([A-Z]{2,6})-?\d+$/.exec(id.trim())?.[1] ?? null;
}

function findKind({ id, kind }: Entry): Kind {
  const prefix = readPrefix(id);
  if (prefix === 'CONF' || prefix === 'OQ') return prefix;
  const byPrefix = itemTypes.find((type) => type === prefix);
  const words = kind.toLowerCase().replace(/[^a-z]+/g, ' ');
  return byPrefix ?? kindWords.find(([pattern]) => pattern.test(words))?.[1] ?? 'POINT';
}

/** Fields for the main text, the most informative first. */
const mainFields = ['description', 'text', 'decision', 'statement', 'question', 'purpose', 'target', 'title'];
/** Fields that are added to the text of a result, each with a label. */
const moreFields = [
  'context',
  'conditions',
  'actions',
  'category',
  'potential_value',
  'likelihood',
  'impact',
  'interfaces',
  'endpoints',
];
const checkedFields = ['target', 'minimum', 'measurement'];

function readWords(data: PlainObject): string {
  const main = mainFields.map((field) => readText(data[field]).trim()).find((text) => text !== '') ?? '';
  return [main, ...listLabelled(data, moreFields)].filter((part) => part !== '').join('\n');
}

function listLabelled(data: PlainObject, fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const text = readTexts(data[field]).join('; ') || readText(data[field]);
    const label = `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;
    return text === '' ? [] : [`${label}: ${text.trim()}`];
  });
}

const priorities = ['must', 'should', 'could', 'wont'] as const;

function readItem(
  data: PlainObject,
  { id, type, round, seats }: { id: string; type: ItemType; round: number; seats: readonly string[] },
): Item {
  const title = readText(data['title']);
  const text = readWords(data) || title || id;
  const stances = readStances(data, { seats, round });
  const priority = readText(data['priority'])
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const item = createItem({ id, type, text, round, history: [{ round, change: 'put forward', text }] });
  const replacedBy = readText(data['superseded_by']) || null;
  const proposers = readTexts(data['proposed_by']).map(readSeat);
  return {
    ...item,
    title: title === text ? '' : title,
    rationale: readTexts(data['rationale']).join('\n'),
    priority: priorities.find((one) => one === priority) ?? null,
    acceptance: [
      ...readTexts(data['acceptance']),
      ...readTexts(data['acceptance_criteria']),
      ...listLabelled(data, checkedFields),
    ],
    related_to: [...readTexts(data['related_to']), ...readTexts(data['risk_id'])],
    topic_id: readText(data['topic_id']) || null,
    proposed_by: proposers.filter((seat) => seats.includes(seat)).map((seat) => ({ seat, round })),
    stances,
    ...readStanding(data, { stances, replacedBy }),
  };
}

function readStances(
  data: PlainObject,
  { seats, round }: { seats: readonly string[]; round: number },
): Item['stances'] {
  const list = (field: string, stance: 'support' | 'stand_aside' | 'block') =>
    readTexts(data[field])
      .map(readSeat)
      .filter((seat) => seats.includes(seat))
      .map((seat) => ({ seat, stance, reason: '', round }));
  const all = [
    ...list('proposed_by', 'support').map((one) => ({ ...one, presumed: true })),
    ...list('supported_by', 'support'),
    ...list('stand_aside_by', 'stand_aside'),
    ...list('stood_aside', 'stand_aside'),
    ...list('opposed_by', 'block'),
    ...list('blocked_by', 'block'),
  ];
  // Only the last stance of each seat counts.
  return [...new Map(all.map((stance) => [stance.seat, stance])).values()];
}

function readStanding(
  data: PlainObject,
  { stances, replacedBy }: { stances: Item['stances']; replacedBy: string | null },
): Pick<Item, 'status'> & Partial<Item> {
  const words = readFields(data, 'state', 'status', 'agreement').map((word) => readText(word).toLowerCase());
  if (words.includes('withdrawn')) return { status: 'withdrawn' };
  if (words.includes('superseded') || words.includes('replaced'))
    return { status: 'replaced', replaced_by: replacedBy };
  if (words.includes('rejected')) return { status: 'rejected' };
  return isCalledAgreed(data) && carries(stances)
    ? { status: 'agreed', decided_by: 'count' }
    : { status: 'open' };
}

/** Whether the file calls it agreed; of the fields that the plugin has used for this, the newest counts. */
function isCalledAgreed(data: PlainObject): boolean {
  return agreedWords.test(readText(...readFields(data, 'state', 'agreement', 'status')).toLowerCase());
}

function readConflict(
  data: PlainObject,
  { id, round, toRound }: { id: string; round: number; toRound: (value: unknown) => number },
): PlainObject {
  const found = readObject(data['resolution']);
  const said = readText(data['resolution'], found['summary'], found['decision']);
  const isResolved = readState(data) === 'resolved';
  const method = readText(data['resolution_method'], found['method']).toLowerCase();
  const resolvedIn = isResolved ? toRound(data['resolved_round'] ?? found['round']) : null;
  const text = sayWithTitle(data['title'], readText(data['description'])) || id;
  return {
    id,
    description: text,
    item_ids: readTexts(data['related_to']).filter((one) => readPrefix(one) !== null),
    status: isResolved ? 'resolved' : 'open',
    opened_in: round,
    rounds_open: Math.max(1, (resolvedIn ?? toRound(undefined)) - round + 1),
    positions: migratePositions(data['positions']).map((position) => ({ ...position, round })),
    recommendation: readText(data['recommendation']) || null,
    resolution: isResolved ? said || 'how is not recorded' : null,
    resolution_type: isResolved ? readMethod(method) : null,
    resolved_in: resolvedIn,
    history: [{ round, change: 'opened', text }],
  };
}

function readQuestion(data: PlainObject, { id, round }: { id: string; round: number }): PlainObject {
  const found = readObject(data['resolution']);
  const answer = readText(data['resolution'], found['answer'], found['reason']);
  const isAnswered = /^(?:resolved|addressed|answered)$/.test(readState(data));
  return {
    id,
    text: sayWithTitle(data['title'], readText(data['question'], data['description'])) || id,
    raised_by: readTexts(data['raised_by']).map(readSeat),
    round,
    status: isAnswered ? 'answered' : 'open',
    answer: isAnswered ? answer || 'how is not recorded' : null,
  };
}

function readMethod(method: string): string {
  if (/user|escalat|person|human/.test(method)) return 'user';
  return method.startsWith('facilitator') ? 'facilitator' : 'consensus';
}

function sayWithTitle(title: unknown, text: string): string {
  return [readText(title), text.trim()].filter((part) => part !== '').join(': ');
}

function readState(data: PlainObject): string {
  return readText(data['state'], data['status']).toLowerCase();
}

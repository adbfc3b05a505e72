/**
 * Reads sessions of the public plugin for Claude Code: times under `timing:`, results under `artifacts:` by kind, rounds as
 * summaries. What cannot be read is reported; the files are never written to.
 */
import { isMapping } from '../../domain/is-mapping.ts';
import { type OutcomeResult, type WorkflowType, workflowTypes } from '../../domain/vocabulary.ts';
import {
  type PlainObject,
  readFields,
  readList,
  readNumber,
  readObject,
  readSeat,
  readText,
  readTexts,
} from './coerce-fields.ts';
import { migrateFromVersion0, plainOutcome, unknownModel } from './migration-0.ts';
import { migrateFromVersion1 } from './migration-1.ts';
import { listSeatsThat } from './migration-1-items.ts';
import { type PluginArtifacts, readPluginArtifacts } from './plugin-artifacts.ts';
import { findSureTime, isSureTime, readIdTime } from './read-time.ts';

/** Whether plain data is a session of the plugin, not an older format of this program. */
export function isPluginSession(data: PlainObject): boolean {
  // A file of this program has these keys even if it has lost its version line.
  if (['schema_version', 'fence', 'statements', 'proposals'].some((key) => key in data)) return false;
  const hasOwnRound = readList(data['rounds'])
    .map(readObject)
    .some((round) =>
      ['number', 'facilitator_question', 'synthesis_summary', 'artifacts_created'].some(
        (key) => key in round,
      ),
    );
  const { artifacts } = data;
  return (
    hasOwnRound ||
    isMapping(artifacts) ||
    (Array.isArray(artifacts) && artifacts.length > 0) ||
    ['timing', 'metrics', 'agent_state', 'validation', 'config'].some((key) => isMapping(data[key]))
  );
}

/** The session in the present format. What the file does not record is empty; `import_notes` lists what could not be read. */
export function readPluginSession(old: PlainObject): PlainObject {
  const timing = readObject(old['timing']);
  const id = readText(old['id']);
  const rounds = readList(old['rounds']).map(readObject);
  const toRound = createRoundReader(rounds);
  const named = listSeats(old, rounds);
  const seats = named.map(readSeat).filter((seat) => seat !== 'facilitator');
  const artifacts = readPluginArtifacts(old['artifacts'], { seats, toRound });
  const created = findSureTime([
    ...readFields(timing, 'started_at', 'started', 'created_at', 'created'),
    ...readFields(old, 'created_at', 'started_at', 'started'),
    readIdTime(id),
  ]);
  const ended = findSureTime([
    ...readFields(timing, 'closed_at', 'closed', 'completed_at', 'completed', 'ended_at'),
    ...readFields(old, 'closed_at', 'completed_at'),
  ]);
  const status = readStatus(old['status']);
  const topic = readText(old['topic'], old['title'], readIdWords(id));
  const session = migrateFromVersion1(
    migrateFromVersion0({
      ...withoutPluginKeys(old),
      topic,
      workflow_type: readWorkflow(old['workflow_type'], id),
      status,
      created_at: created,
      updated_at: findSureTime([
        ...readFields(timing, 'updated_at', 'last_activity', 'updated'),
        ...[old['updated_at'], ended, created],
      ]),
      completed_at: ended,
      participants: named.length === 0 ? ['facilitator'] : named,
      verbose: readObject(old['config'])['verbose'] === true,
      agenda: readList(old['agenda']).map(readTopic),
      rounds: rounds.map(readRound),
    }),
  );
  return {
    ...session,
    ...addResults(session, { artifacts, status }),
    imported_from: 'plugin',
    import_notes: [
      ...listBadTimes(timing),
      ...('topic' in old ? [] : ['topic: there is none; the words of the id were taken instead.']),
      ...artifacts.notes,
    ],
  };
}

/** Keys with another meaning in this program. All others are kept, for `show --json`. */
const keysOfPlugin = ['artifacts', 'conflicts', 'consensus', 'open_questions', 'outcome', 'usage'];

function withoutPluginKeys(old: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(old).filter(([key]) => !keysOfPlugin.includes(key)));
}

/** Turns a round number of the file into the round's position in the file; the last position for an unknown number. */
function createRoundReader(rounds: readonly PlainObject[]): (value: unknown) => number {
  const numbers = rounds.map((round, index) => readNumber(round['number'] ?? round['round'], index + 1));
  return (value) => {
    const number = readNumber(value, Number.NaN);
    const index = numbers.indexOf(number);
    return index === -1 ? Math.max(1, rounds.length) : index + 1;
  };
}

/** The names of the participants: from a list, or else everybody named in a round. */
function listSeats(old: PlainObject, rounds: readonly PlainObject[]): string[] {
  const listed = [old['participants'], readObject(old['config'])['participants']]
    .map((value) => (isMapping(value) ? Object.keys(value) : readList(value).map(readName)))
    .find((names) => names.length > 0);
  const spoken = rounds.flatMap((round) => Object.keys(readObject(round['participant_positions'])));
  const names = (listed ?? spoken).filter((name) => readSeat(name) !== '');
  return [...new Map(names.map((name) => [readSeat(name), name])).values()];
}

function readName(value: unknown): string {
  const known = readObject(value);
  return readText(value, known['id'], known['name']);
}

function readStatus(value: unknown): string {
  const word = readText(value).toLowerCase();
  if (/^(?:complete|done|finish|conclude)/.test(word)) return 'completed';
  if (/^(?:close|fail|abort|cancel|abandon)/.test(word)) return 'closed';
  return /^(?:pause|wait|hold|suspend)/.test(word) ? 'paused' : 'active';
}

/** Ids of the plugin have the workflow after the time: `20260111-143000-specs-my-project`. */
function readWorkflow(value: unknown, id: string): WorkflowType {
  const isWorkflow = (word: string): boolean => (workflowTypes as readonly string[]).includes(word);
  const word = [readText(value).toLowerCase(), ...id.split('-')].find(isWorkflow);
  return (word as WorkflowType | undefined) ?? 'roundtable';
}

function readIdWords(id: string): string {
  return id.replace(/^[\d-]+/, '').replaceAll('-', ' ') || id || 'not recorded';
}

function readTopic(value: unknown): PlainObject {
  const topic = isMapping(value) ? value : { id: readText(value) };
  const id = readText(topic['id'], topic['topic_id']);
  const status =
    { closed: 'covered', covered: 'covered', partial: 'partial' }[readText(topic['status'])] ?? 'pending';
  return { ...topic, id, status };
}

/** A round in the format of version 0. */
function readRound(round: PlainObject, index: number): PlainObject {
  const focus = readObject(round['focus']);
  const topicId = readText(round['topic_id'], focus['topic_id'], round['topic']);
  const action = readText(round['next_action'], round['next']);
  const responses = readList(round['participant_responses'] ?? round['responses']).map(readObject);
  const positions = Object.entries(readObject(round['participant_positions'])).map(([seat, value]) => {
    const said = readObject(value);
    return { ...said, id: seat, position: readText(value, said['position']) };
  });
  return {
    ...round,
    round: index + 1,
    phase: readText(...readFields(round, 'phase', 'disney_phase'), 'discussion'),
    topic_id: topicId,
    focus: readText(round['focus'], topicId),
    question: readText(...readFields(round, 'facilitator_question', 'question')),
    synthesis: readText(...readFields(round, 'synthesis_summary', 'synthesis', 'summary')),
    participant_responses: responses.length > 0 ? responses : positions,
    next_action: ['continue', 'phase', 'conclude', 'escalate', 'pause'].includes(action)
      ? action
      : 'continue',
    agenda_coverage: [],
    conflicts: [],
    resolved: [],
  };
}

/** The results, agreements that the plugin states without a count, conflicts, questions, and the outcome of a session that has ended. */
function addResults(
  session: PlainObject,
  { artifacts, status }: { artifacts: PluginArtifacts; status: string },
): PlainObject {
  const ids = new Set(artifacts.items.map(({ id }) => id));
  // People's decisions get new numbers, so results of the file may already have their ids.
  const decisions = readList(session['artifacts'])
    .map(readObject)
    .map((item) => ({ ...item, id: findFreeId(readText(item['id']), ids) }));
  const items = [...artifacts.items, ...decisions];
  const counted = artifacts.items
    .filter(({ status: one }) => one === 'agreed')
    .map(({ id, text, round, stances }) => ({
      ...{ item_id: id, text, round },
      supported_by: listSeatsThat('support', stances),
      stood_aside: listSeatsThat('stand_aside', stances),
    }));
  const read = artifacts.readings.map(({ item, round }) => ({
    item_id: null,
    text: item.text,
    round,
    supported_by: [],
    stood_aside: [],
    reading_of: item.id,
  }));
  const consensus = [...counted, ...read, ...readList(session['consensus']).map(readObject)].map(
    (entry, index) => ({
      ...entry,
      id: `C-${String(index + 1).padStart(3, '0')}`,
    }),
  );
  const isEnded = status === 'completed' || status === 'closed';
  return {
    // The file does not name the models; without a model, a seat would count as a person's.
    participants: readList(session['participants'])
      .map(readObject)
      .map((seat) => ({ ...seat, model: seat['model'] ?? unknownModel })),
    artifacts: items,
    consensus,
    conflicts: [...artifacts.conflicts, ...readList(session['conflicts'])],
    open_questions: [...artifacts.questions, ...readList(session['open_questions'])],
    outcome: isEnded
      ? {
          ...plainOutcome,
          result: nameResult(artifacts),
          ended_by: 'conclude',
          summary: readText(readObject(readList(session['rounds']).at(-1))['synthesis']),
        }
      : null,
  };
}

function findFreeId(id: string, taken: Set<string>): string {
  const [, prefix = '', digits = '1'] = /^(.*?)(\d+)$/.exec(id) ?? [];
  let free = id;
  for (let number = Number(digits) + 1; taken.has(free); number += 1)
    free = `${prefix}${String(number).padStart(digits.length, '0')}`;
  taken.add(free);
  return free;
}

function nameResult({ items, conflicts }: PluginArtifacts): OutcomeResult {
  const agreed = items.some(({ status }) => status === 'agreed');
  const open =
    items.some(({ status }) => status === 'open') || conflicts.some((one) => one['status'] === 'open');
  if (agreed) return open ? 'partial-consensus' : 'consensus';
  return 'undecided';
}

function listBadTimes(timing: PlainObject): string[] {
  return Object.entries(timing).flatMap(([key, value]) => {
    const text = readTexts(value).join(' ') || readText(value);
    return text === '' ||
      !/(?:_at|started|activity|updated|closed|completed|created)$/.test(key) ||
      isSureTime(text)
      ? []
      : [`timing.${key}: "${text.slice(0, 60)}" is not a readable time.`];
  });
}

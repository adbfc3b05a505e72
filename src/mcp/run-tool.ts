/** Runs a tool with a time limit, and adds its notices and errors to the result. */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { inputRequired } from '@modelcontextprotocol/server';
import type { App } from '../app/app.ts';
import type { Notify } from '../app/notice.ts';
import { untilAborted } from '../app/until-aborted.ts';
import { describeError, type ErrorCode, formatProblems, S2sError } from '../session/errors.ts';
import { isMapping } from '../session/is-mapping.ts';
import type { Clock } from '../session/ports/ports.ts';
import { cleanText } from '../text/clean-text.ts';
import { formatJson } from '../text/format-json.ts';
import type { Discussions } from './discussions.ts';
import type { Asking, PersonForm } from './person-form.ts';
import type { Call, Told, Tool } from './tool.ts';

/** Milliseconds after which a call is answered even if its tool has not finished. */
const longestCall = 44_000;

/** The dependencies that the tools of one connection share. */
export interface Workshop {
  /** Opens an app over the project's present files, so that a yes to trust or a change of configuration takes effect at once. */
  openApp: (notify: Notify) => App;
  discussions: Discussions;
  /** The forms that a person declined, as `session/matter`: none is shown again. */
  declined: Set<string>;
  /** The calls that were made under a key, with their results. */
  kept: Map<string, { asked: string; result: Promise<Told | Asking> }>;
  clock: Pick<Clock, 'deadline'>;
  /** The marker of the fences around a document. */
  marker: string;
  /** The folder in which the project is looked for. */
  cwd: string;
  /** Writes to the log of the client. */
  say: (text: string) => void;
}

/** What belongs to one request. */
export interface Request {
  signal: AbortSignal;
  form: PersonForm;
  progress: (text: string) => void;
}

/** Runs a tool. Never rejects: a failure becomes a result that says what to do about it. */
export async function runTool(
  tool: Tool,
  given: Record<string, unknown>,
  { workshop, request }: { workshop: Workshop; request: Request },
): Promise<CallToolResult | InputRequiredResult> {
  const notices: string[] = [];
  const ending = new AbortController();
  const deadlines: (() => void)[] = [];
  const startTimer = (milliseconds: number): AbortSignal => {
    const { signal, clear } = workshop.clock.deadline(milliseconds);
    deadlines.push(clear);
    return AbortSignal.any([signal, request.signal, ending.signal]);
  };
  let last = '';
  const { discussions, declined } = workshop;
  const { signal, form } = request;
  const call: Call = {
    app: workshop.openApp(({ text }) => {
      if (!notices.includes(text)) notices.push(text);
    }),
    ...{ discussions, declined, signal, form },
    limit: startTimer,
    progress: (text) => {
      if (text !== last) request.progress(text);
      last = text;
    },
  };
  try {
    const running = runOnce(tool, given, call, workshop.kept);
    const late = untilAborted(startTimer(longestCall)).then(() => 'late' as const);
    const result = await Promise.race([running, late]);
    if (result !== 'late') return finish(result, notices);
    // The tool's work goes on; the session is found again by its ID.
    running.catch((error: unknown) =>
      workshop.say(`${tool.name}: ${error instanceof Error ? error.message : String(error)}`),
    );
    return tellLate(tool);
  } catch (error) {
    return tellError(error, { notices, cwd: workshop.cwd, say: workshop.say });
  } finally {
    ending.abort();
    for (const clear of deadlines) clear();
  }
}

/** How many calls with a key are kept; the oldest go first. */
const mostKept = 500;

/** A call that is repeated under its key, also while the first is under way, gets the result of the first. A failed one is done again. */
async function runOnce(
  tool: Tool,
  { key, ...given }: Record<string, unknown>,
  call: Call,
  kept: Workshop['kept'],
): Promise<Told | Asking> {
  if (typeof key !== 'string') return tool.run(given, call);
  const asked = JSON.stringify([tool.name, given]);
  const before = kept.get(key);
  if (before !== undefined && before.asked !== asked)
    throw new S2sError('INVALID_VALUE', 'This key was used for another call before.');
  if (before !== undefined) return before.result;
  const result = tool.run(given, call);
  kept.set(key, { asked, result });
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  const forget = (): void => void kept.delete(key);
  // A start that waits for a yes to its cost has done nothing yet.
  result.then((told) => told.ask === undefined && told['started'] === false && forget()).catch(forget);
  return result;
}

function finish(result: Told | Asking, notices: readonly string[]): CallToolResult | InputRequiredResult {
  if (result.ask !== undefined) {
    const { key, ...form } = result.ask;
    return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ ...form, mode: 'form' }) } });
  }
  const data = { ...result, notices: notices.map((text) => cleanText(text, { newlines: true })) };
  return { content: [{ type: 'text', text: formatJson(dropEmpty(data)) }], structuredContent: data };
}

/** Clients that read only the text pay for each word of it. */
function dropEmpty(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(dropEmpty);
  if (!isMapping(data)) return data;
  const isSaid = (value: unknown): boolean =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (isSaid(value) ? [[name, dropEmpty(value)]] : [])),
  );
}

function tellLate({ name }: Tool): CallToolResult {
  const text = `${name} is still at work and goes on. Look with roundtable_list or roundtable_status in a moment; do not call it again yet.`;
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Tells an assistant what went wrong and what to do; some remedies are for the person alone. */
function tellError(
  error: unknown,
  { notices, cwd, say }: { notices: readonly string[]; cwd: string; say: (text: string) => void },
): CallToolResult {
  const { code, message } = describeError(error) as { code: string; message: string };
  if (!(error instanceof S2sError))
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const lines = [
    `${code}: ${message}`,
    ...(error instanceof S2sError && error.problems.length > 0 ? [formatProblems(error.problems)] : []),
    ...sayRemedy(error, cwd),
    ...notices.map((text) => `Notice: ${text}`),
  ];
  const text = cleanText(lines.join('\n'), { newlines: true });
  return {
    isError: true,
    content: [{ type: 'text', text }],
    structuredContent: { error: { code, message } },
  };
}

/** What an assistant can do about an error. The hints of the errors themselves are for people at a terminal. */
const remedies: Partial<Record<ErrorCode, string>> = {
  UNKNOWN_SESSION: 'roundtable_list names the sessions.',
  UNKNOWN_AGENT: 'roundtable_agents names the agents.',
  UNKNOWN_STRATEGY: 'roundtable_strategies names the strategies.',
  INVALID_ID: 'roundtable_agents and roundtable_strategies name what there is.',
  SESSION_LOCKED: 'Another process runs it: roundtable_pause asks that one to stop after its round.',
  SESSION_COMPLETED: 'roundtable_export gives its document; roundtable_start begins another.',
  SESSION_CLOSED: 'roundtable_start begins another.',
  NOTHING_TO_ANSWER: 'roundtable_status says what the session waits for.',
  UNKNOWN_ESCALATION: 'roundtable_status names the escalations that wait.',
  NEEDS_INPUT: 'roundtable_status says what is asked: pass on a decision with roundtable_answer, a turn with roundtable_say.',
  NO_MODEL: 'The person has to set up a model; roundtable_models says what is there. With dry_run: true the built-in panel speaks.',
  MODEL_UNUSABLE: 'The person has to mend that; roundtable_models says what is there. With dry_run: true the built-in panel speaks.',
  PRICE_UNKNOWN: 'Omit max_cost, or let the person add the price to their configuration.',
}; // biome-ignore format: a table

function sayRemedy(error: unknown, cwd: string): string[] {
  if (!(error instanceof S2sError)) return ['This is a bug in s2s.'];
  if (error.code === 'NOT_TRUSTED')
    return [
      `Only the person can approve this: show them the lines above, and let them type in a terminal, in ${cwd}: s2s trust. Do not type it for them. It takes effect from the next call.`,
    ];
  if (error.code === 'NO_PROJECT')
    return [
      `This server works in ${cwd}. Let the person create a project there (s2s init), or start the server in their folder.`,
    ];
  const remedy = remedies[error.code];
  return remedy === undefined ? [] : [remedy];
}

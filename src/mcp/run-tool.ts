/** Runs a tool with a time limit, and adds its notices and errors to the result. */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { inputRequired } from '@modelcontextprotocol/server';
import type { App } from '../app/app.ts';
import type { Notify } from '../app/notice.ts';
import { untilAborted } from '../app/until-aborted.ts';
import { describeError, formatProblems, S2sError } from '../session/errors.ts';
import type { Clock } from '../session/ports.ts';
import { cleanText } from '../text/clean-text.ts';
import type { Discussions } from './discussions.ts';
import type { PersonDesk } from './person-desk.ts';
import type { Asking, PersonForm } from './person-form.ts';
import type { Call, Told, Tool } from './tool.ts';

/** Milliseconds after which a call is answered even if its tool has not finished. */
const longestCall = 44_000;

/** The dependencies that the tools of one connection share. */
export interface Workshop {
  /** Opens an app over the project's present files, so that a yes to trust or a change of configuration takes effect at once. */
  openApp: (notify: Notify) => App;
  discussions: Discussions;
  desk: PersonDesk;
  clock: Pick<Clock, 'deadline'>;
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
  const { discussions, desk, marker } = workshop;
  const { signal, form } = request;
  const call: Call = {
    app: workshop.openApp(({ text }) => {
      if (!notices.includes(text)) notices.push(text);
    }),
    ...{ discussions, desk, marker, signal, form },
    limit: startTimer,
    progress: (text) => {
      if (text !== last) request.progress(text);
      last = text;
    },
  };
  try {
    const running = tool.run(given, call);
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

function finish(result: Told | Asking, notices: readonly string[]): CallToolResult | InputRequiredResult {
  if ('ask' in result) {
    const { key, ...form } = result.ask;
    return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ ...form, mode: 'form' }) } });
  }
  const clean = notices.map((text) => cleanText(text, { newlines: true }));
  return {
    content: [{ type: 'text', text: [result.text, ...clean.map((text) => `Notice: ${text}`)].join('\n') }],
    structuredContent: { ...result.data, notices: clean },
  };
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
  const described = describeError(error) as { code: string; message: string };
  if (!(error instanceof S2sError))
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const lines = [
    `${described.code}: ${described.message}`,
    ...(error instanceof S2sError && error.problems.length > 0 ? [formatProblems(error.problems)] : []),
    ...sayRemedy(error, cwd),
    ...notices.map((text) => `Notice: ${text}`),
  ];
  const text = cleanText(lines.join('\n'), { newlines: true });
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { error: described } };
}

function sayRemedy(error: unknown, cwd: string): string[] {
  if (!(error instanceof S2sError)) return ['This is a bug in s2s.'];
  if (error.code === 'NOT_TRUSTED') {
    return [
      ...(error.hint === undefined ? [] : [error.hint]),
      `Saying yes is for the person alone: show them the lines above, and let them type in a terminal, in ${cwd}: s2s trust. Do not type it for them. It counts from the next call on.`,
    ];
  }
  if (error.code === 'NO_PROJECT')
    return [
      `This server works in ${cwd}. Let the person create a project there (s2s init), or start the server with --cwd and their folder.`,
    ];
  return error.hint === undefined ? [] : [error.hint];
}

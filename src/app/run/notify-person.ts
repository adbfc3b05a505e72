/** Tells a person who is not looking that they are needed or that a discussion has ended: on the desktop, by a program, by a webhook. */
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { signText } from '../../files/hash-text.ts';
import type { Report } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import { sayTrigger } from '../../wording/escalation.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { sayDecider } from '../../wording/outcome.ts';
import { sayPause, sayTurn } from '../../wording/pause.ts';
import type { AppParts } from '../app-parts.ts';
import type { Person } from '../options.ts';

/** Why the person is told: `needed` for a decision or a turn, `paused` at a limit or where models fail, `done` at the end. */
type Moment = 'needed' | 'paused' | 'done';

/** Watches one run. */
export interface PersonNotifier {
  /** Takes the events of the run. */
  report: Report;
  /** The person who answers, with a notification before each question. */
  watch: (person: Person) => Person;
  /** Resolves once everything is sent. */
  settle: () => Promise<void>;
}

type Parts = Pick<AppParts, 'world' | 'notify' | 'redactData'>;

/** How long a program or a webhook may take, in milliseconds. */
const longestMs = 10_000;

/** Makes the notifier of a run. What cannot be sent is a notice, and never stops the run. */
export function createNotifier(
  parts: Parts,
  { id, topic, project, rehearsal, time_zone }: Session,
  ways: ResolvedConfig['notify'],
): PersonNotifier {
  const sent: Promise<void>[] = [];
  let isAttended = false;
  const tell = (event: Moment, text: string, outcome: Session['outcome'] = null): void => {
    const { decision = null, result = null, files = [] } = outcome ?? {};
    const about = {
      session_id: id,
      topic,
      project: project.name,
      rehearsal,
      at: parts.world.clock.now().toISOString(),
    };
    const message = parts.redactData({ event, text, ...about, decision, result, files });
    for (const [way, send] of listWays(parts, ways, { ...message, body: JSON.stringify(message) }))
      sent.push(
        send().catch((error: unknown) => {
          const why = error instanceof Error ? error.message : String(error);
          parts.notify({ level: 'warning', text: `${way} could not be used: ${why}` });
        }),
      );
  };
  return {
    report: (event) => {
      if (event.type === 'completed')
        tell('done', `${sayDecider(event.outcome, { time_zone })}: ${event.outcome.decision}`, event.outcome);
      if (event.type !== 'paused' || event.reason === 'person' || event.reason === 'signal') return;
      const { participants } = event.session;
      const why = sayPause(event.reason, event.detail, (seat) => nameSeat(participants, seat));
      if (event.reason !== 'waiting-for-person') tell('paused', why);
      // Somebody who was asked knows already.
      else if (!isAttended) tell('needed', why);
    },
    watch: (person) => {
      isAttended = true;
      return {
        ...person,
        decideEscalation: (view) => {
          tell('needed', sayTrigger(view.escalation));
          return person.decideEscalation(view);
        },
        takeTurn: (view) => {
          tell('needed', sayTurn(view));
          return person.takeTurn(view);
        },
      };
    },
    settle: async () => {
      await Promise.all(sent);
    },
  };
}

type Message = { event: Moment; text: string; topic: string; body: string };

/** The configured ways, each with the name of its key. */
function listWays(
  { world }: Parts,
  { desktop, command, folder, webhook, secretEnv }: ResolvedConfig['notify'],
  message: Message,
): [string, () => Promise<void>][] {
  const run = async (
    argv: readonly [string, ...string[]],
    { input, cwd }: { input: string; cwd?: string | undefined },
  ): Promise<void> => {
    const { signal, clear } = world.clock.deadline(longestMs);
    const code = await world.runProgram(argv, { input, signal, cwd }).finally(clear);
    if (code !== 0) throw new Error(`${argv[0]} ended with ${code ?? 'a signal'}`);
  };
  const ways: [string, () => Promise<void>][] = [];
  if (desktop)
    ways.push(['notify.desktop', () => run(desktopCommand(world.platform, message), { input: '' })]);
  if (command !== null)
    ways.push(['notify.command', () => run(command, { input: message.body, cwd: folder })]);
  if (webhook !== null)
    ways.push([
      'notify.webhook',
      () => post(world, webhook, { ...message, secret: world.env[secretEnv], secretEnv }),
    ]);
  return ways;
}

const titles = {
  needed: 's2s: you are needed',
  paused: 's2s: paused',
  done: 's2s: done',
} as const satisfies Record<Moment, string>;

/** The words are arguments of their own, so that nothing in them is run. */
function desktopCommand(platform: string, { event, topic, text }: Message): readonly [string, ...string[]] {
  const words = [titles[event], `${topic}\n${text}`] as const;
  if (platform !== 'darwin') return ['notify-send', '--app-name=s2s', '--', ...words];
  const script = 'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';
  return ['osascript', '-e', script, ...words];
}

async function post(
  { fetch, clock }: Parts['world'],
  address: string,
  { body, event, secret, secretEnv }: Message & { secret: string | undefined; secretEnv: string },
): Promise<void> {
  if (secret === undefined || secret === '')
    throw new Error(`${secretEnv} is not set, and nothing is sent unsigned`);
  const { signal, clear } = clock.deadline(longestMs);
  const reply = await fetch(address, {
    method: 'POST',
    // The secret and the words are for this address alone.
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      'x-s2s-event': event,
      'x-s2s-signature': `sha256=${signText(body, secret)}`,
    },
    body,
    signal,
  }).finally(clear);
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`it answered with status ${reply.status}`);
}

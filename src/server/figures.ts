/** Figures for Prometheus, counted since the server began, in its text format (version 0.0.4). */
import type { ModelReply } from '../session/model-reply.ts';
import type { StoreFigures } from '../session/ports/session-jobs.ts';

/** The families, each with its kind and words. */
const families = {
  s2s_runs_total: [
    'counter',
    'Runs of discussions that have ended here, by how: completed, paused or failed',
  ],
  s2s_runs: ['gauge', 'Discussions in this server: running, or queued for a place'],
  s2s_queue_seconds_total: ['counter', 'Time that discussions waited for a place'],
  s2s_calls_total: ['counter', 'Model calls of this server, by provider, model and result'],
  s2s_call_seconds_total: ['counter', 'Time of these calls, attempts and waits between them included'],
  s2s_tokens_total: ['counter', 'Tokens of these calls, by direction'],
  s2s_cost_usd_total: ['counter', 'US dollars that these calls cost, where the price is known'],
  s2s_requests_total: ['counter', 'Requests to this server, by status'],
  s2s_store_up: ['gauge', 'Whether the store answers'],
  s2s_leases: ['gauge', 'Sessions that any process runs now (PostgreSQL)'],
  s2s_workers: ['gauge', 'Workers that are alive (PostgreSQL)'],
  s2s_wanted_sessions: ['gauge', 'Sessions that wait for a worker (PostgreSQL)'],
} as const;

/** The name of a family. */
export type FigureName = keyof typeof families;

type Labels = Readonly<Record<string, string>>;

/** A value as it is now. */
interface Gauge {
  name: FigureName;
  value: number;
  labels?: Labels;
}

/** The figures of one server. */
export interface Figures {
  add: (name: FigureName, by: number, labels?: Labels) => void;
  /** The page, with the gauges as they are now. */
  write: (gauges: readonly Gauge[]) => string;
}

/** Starts at nothing. */
export function createFigures(): Figures {
  const counted = new Map<FigureName, Map<string, number>>();
  return {
    add: (name, by, labels = {}) => {
      const family = counted.get(name) ?? new Map<string, number>();
      const place = writeLabels(labels);
      counted.set(name, family.set(place, (family.get(place) ?? 0) + by));
    },
    write: (gauges) =>
      Object.entries(families)
        .map(([name, [kind, words]]) => {
          const own = gauges.filter((gauge) => gauge.name === name);
          const values = [
            ...(counted.get(name as FigureName) ?? []),
            ...own.map(({ labels = {}, value }) => [writeLabels(labels), value] as const),
          ];
          const lines = values.map(([place, value]) => `${name}${place} ${value}\n`);
          return `# HELP ${name} ${words}\n# TYPE ${name} ${kind}\n${lines.join('')}`;
        })
        .join(''),
  };
}

/** The gauges of a server; `store` is null for files, and `queued` are those that wait for a place. */
export function listGauges({
  running,
  queued,
  store,
}: {
  running: number;
  queued: number;
  store: StoreFigures | 'away' | null;
}): Gauge[] {
  const gauges: Gauge[] = [
    { name: 's2s_runs', value: running, labels: { state: 'running' } },
    { name: 's2s_runs', value: queued, labels: { state: 'queued' } },
    { name: 's2s_store_up', value: store === 'away' ? 0 : 1 },
  ];
  if (store === null || store === 'away') return gauges;
  const { leases, workers, wanted } = store;
  const counts = { s2s_leases: leases, s2s_workers: workers, s2s_wanted_sessions: wanted };
  return [...gauges, ...Object.entries(counts).map(([name, value]) => ({ name: name as FigureName, value }))];
}

/** Counts model calls. */
export function createCallCounter({ add }: Pick<Figures, 'add'>): (reply: ModelReply) => void {
  return ({ ok, provider, model, usage, duration_ms: duration }) => {
    const who = { provider, model };
    add('s2s_calls_total', 1, { ...who, result: ok ? 'ok' : 'failed' });
    add('s2s_call_seconds_total', duration / 1000, who);
    add('s2s_tokens_total', usage.input_tokens, { ...who, direction: 'in' });
    add('s2s_tokens_total', usage.output_tokens, { ...who, direction: 'out' });
    add('s2s_cost_usd_total', usage.cost_usd ?? 0, who);
  };
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const escaped = value.replace(/["\\\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`));
    return `${name}="${escaped}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/**
 * Compares a panel's document with one call's on a project and a question, over real models: `npm run quality -- --model REF
 * --project FOLDER --topic "…"`. The panel runs as anybody's does. The one call gets the same question, the same project and as many
 * look-ups. Judges, each asked anew, get both under neutral names, in turned order, may look things up, and say which one they would
 * rather build from. It costs what three or four discussions cost; nothing is written into the project.
 *
 * `--command design|specs` (default design), `--judge REF` (default: the model), `--judges N` (default 3, with 0 only the documents are
 * made), `--panel FILE` (a document of a panel that has run), `--out FOLDER` (default quality-<command>). Exits with 1 when most judges
 * prefer the one call.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { openParts } from '../src/app/app-parts.ts';
import { openProject } from '../src/evidence/open-project.ts';
import { createAsk } from '../src/models/client/create-ask.ts';
import { readReply } from '../src/models/replies/read-reply.ts';
import { explainFence, fenceText } from '../src/prompts/fence.ts';
import { toJsonSchema } from '../src/prompts/forms/json-schema.ts';
import { allowLookUps, listLookUps } from '../src/prompts/forms/look-ups.ts';
import { describeLookUps } from '../src/prompts/look.ts';
import type { Finding } from '../src/session/evidence.ts';
import { createWorld } from '../src/world.ts';

const { values: flags } = parseArgs({
  options: {
    model: { type: 'string' },
    judge: { type: 'string' },
    project: { type: 'string' },
    topic: { type: 'string' },
    command: { type: 'string', default: 'design' },
    judges: { type: 'string', default: '3' },
    panel: { type: 'string' },
    out: { type: 'string' },
  },
});
const { model, project, topic, command } = flags;
if (
  model === undefined ||
  project === undefined ||
  topic === undefined ||
  !/^(design|specs)$/.test(command)
) {
  process.stderr.write(
    'Usage: npm run quality -- --model REF --project FOLDER --topic "…" [--command specs]\n',
  );
  process.exit(2);
}

/** What one call may look up, as often as a seat's proposal may, and what a judge may. */
const budgets = { document: { turns: 4, look_ups: 16 }, judgement: { turns: 5, look_ups: 24 } };

const documentForm = z.object({ document: z.string().min(1).describe('the whole document, in markdown') });
const points = z.object({
  act: z.number().describe('could the team act on it tomorrow, 0 to 10'),
  founded: z.number().describe('is what it decides well founded, 0 to 10'),
  honest: z.number().describe('are trade-offs and dissent honest, 0 to 10'),
  readable: z.number().describe('is it easy to read and to use in a review, 0 to 10'),
  wrong_facts: z.array(z.string()),
  missing: z.array(z.string()).describe('important things that only the other one has'),
  contradictions: z.array(z.string()),
});
const judgementForm = z.object({
  x: points,
  y: points,
  preferred: z
    .enum(['x', 'y'])
    .describe('which one you would rather receive as the lead who has to build it'),
  sure: z.number().describe('how sure you are, 50 to 100'),
  because: z.string(),
  worth_taking: z.array(z.string()).describe('three things of the other one that belong into it'),
});

const kinds: Record<string, string> = {
  design:
    'a decision record in MADR 4 form, with the parts that an implementer needs: interfaces, states, migration, tests, risks, order of work',
  specs:
    'a requirements document after ISO/IEC/IEEE 29148 with EARS, each requirement with priority, reason and check; scope, assumptions, open questions',
};
const writerTask = `You are alone, and the document is yours. Write ${kinds[command]}, in the language of the question, as good as you can make it for the engineers who will act on it. Name facts of the project with path and line. Weigh dissenting views honestly.`;
const judgeTask =
  'Two engineers wrote a document each for one task. You do not know how they came about, and it does not matter. Read both whole. Check at least ten factual statements of each in the project. Length by itself is neither good nor bad. Be concrete and fair.';

const panelArguments = [
  command,
  topic,
  '--model',
  model,
  '--no-input',
  '--on-escalation',
  'continue',
  '--json',
];

const world = createWorld({ log: (text) => process.stderr.write(text) });
const folder = await mkdtemp(path.join(tmpdir(), 's2s-quality-'));
// Paths are those of the folder in which npm was called.
const here = process.env['INIT_CWD'] ?? process.cwd();
const out = path.resolve(here, flags.out ?? `quality-${command}`);
let code = 1;
try {
  // The program writes into the project that it discusses; the one call and the judges see it as it was.
  const copy = path.join(folder, 'panel');
  const clean = path.join(folder, 'project');
  for (const target of [copy, clean])
    await cp(path.resolve(here, project), target, {
      recursive: true,
      filter: (source) => !/(?:^|[\\/])(?:node_modules|\.git)$/.test(source),
    });
  await rm(path.join(clean, '.s2s', 'sessions'), { recursive: true, force: true });
  await mkdir(out, { recursive: true });

  const { panel, usage } =
    flags.panel === undefined
      ? await playPanel(copy)
      : { panel: await readFile(path.resolve(here, flags.panel), 'utf8'), usage: {} };

  const parts = await openParts({ cwd: clean, world, notify: () => undefined }, { needsProject: false });
  const providers = await parts.loadProviders();
  const call = createAsk({
    providers,
    clock: world.clock,
    random: world.random,
    redact: parts.redact,
  });
  const evidence = openProject({ root: clean, findDecisions: () => Promise.resolve('') });
  const map = await evidence.map({ maxBytes: 12_000 });
  const fence = world.randomToken();

  /** Asks until a reply comes in the form, answering look-ups within the budget. */
  const ask = async <Reply>(
    form: z.ZodType<Reply>,
    order: {
      key: string;
      reference: string;
      task: string;
      material: string;
      budget: { turns: number; look_ups: number };
    },
  ): Promise<Reply> => {
    const findings: Finding[] = [];
    let left: { turns: number; look_ups: number } | null = order.budget;
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const mayLook: boolean = left !== null;
      const asked = mayLook ? allowLookUps(form) : form;
      const text = [
        order.material,
        fenceText('files of the project', map, fence),
        ...findings.map(({ title, text: found }) => fenceText(title, found, fence)),
        describeLookUps(left),
        `## Your task\n${order.task}`,
      ].join('\n\n');
      const request = {
        ...{ key: `0/answer/${order.key}/${attempt}`, round: 0, step: 'answer' as const, seat: order.key },
        ...{
          attempt,
          purpose: 'ask' as const,
          model: order.reference,
          stop_sequences: [],
          fence,
          facts: null,
        },
        system: [{ text: explainFence(fence), cache: true }],
        prompt: [{ text, cache: false }],
        schema: { name: 'reply', json: toJsonSchema(asked) },
        ...{ timeout_ms: 900_000, max_output_tokens: 32_000 },
      };
      const reply = readReply(await call(request, { signal: new AbortController().signal }), request);
      if (!reply.ok) throw new Error(`${order.key}: ${reply.message}`);
      const read = asked.safeParse(reply.data);
      if (!read.success) continue;
      if (!mayLook) return read.data as Reply;
      const given = read.data as { look_ups: unknown; reply: Reply | null };
      const wanted = listLookUps(given).slice(0, left?.look_ups ?? 0);
      if (wanted.length === 0 && given.reply !== null) return given.reply;
      for (const [index, one] of wanted.entries())
        findings.push(
          await evidence.lookUp(one, {
            key: `${request.key}/${index + 1}`,
            maxBytes: 24_000,
            signal: new AbortController().signal,
          }),
        );
      const next: { turns: number; look_ups: number } = {
        turns: (left?.turns ?? 1) - 1,
        look_ups: (left?.look_ups ?? 0) - wanted.length,
      };
      left = next.turns > 0 && next.look_ups > 0 ? next : null;
    }
    throw new Error(`${order.key}: no reply in the form that was asked for`);
  };

  process.stderr.write('One call …\n');
  const question = fenceText('question', topic, fence);
  const { document: single } = await ask(documentForm, {
    ...{ key: 'one-call', reference: model, task: writerTask, material: question, budget: budgets.document },
  });
  await writeFile(path.join(out, 'panel.md'), panel);
  await writeFile(path.join(out, 'one-call.md'), single);

  const judgements: { judge: number; panel_is: 'x' | 'y'; prefers: 'panel' | 'one call' }[] = [];
  for (let judge = 1; judge <= Number(flags.judges); judge += 1) {
    process.stderr.write(`Judge ${judge} …\n`);
    // Every second judge reads them the other way round.
    const panelIs = judge % 2 === 1 ? 'x' : 'y';
    const [x, y] = panelIs === 'x' ? [panel, single] : [single, panel];
    const said = await ask(judgementForm, {
      key: `judge-${judge}`,
      reference: flags.judge ?? model,
      task: judgeTask,
      material: [question, fenceText('x.md', x, fence), fenceText('y.md', y, fence)].join('\n\n'),
      budget: budgets.judgement,
    });
    const prefers = said.preferred === panelIs ? 'panel' : 'one call';
    judgements.push({ judge, panel_is: panelIs, prefers, ...said });
  }
  const won = judgements.filter(({ prefers }) => prefers === 'panel').length;
  await writeFile(
    path.join(out, 'judgements.json'),
    `${JSON.stringify({ topic, command, model, judge: flags.judge ?? model, usage, judgements }, null, 2)}\n`,
  );
  process.stdout.write(
    `${won} of ${judgements.length} judges prefer the panel's document. All of it: ${out}\n`,
  );
  providers.end();
  code = judgements.length === 0 || won * 2 > judgements.length ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = code;

/** Runs the panel in a copy of the project, as anybody runs it: its document, and what it used. */
async function playPanel(copy: string): Promise<{ panel: string; usage: object }> {
  process.stderr.write('The panel …\n');
  // npm runs scripts in the folder of the package.
  const program = path.resolve('bin', 's2s.js');
  const run = spawnSync(process.execPath, [program, ...panelArguments], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) throw new Error(`The panel ended with ${run.status}.`);
  const result = JSON.parse(run.stdout) as { files: { type: string; path: string }[]; usage: object };
  const file = result.files.find(({ type }) => type !== 'record')?.path ?? '';
  return { panel: await readFile(path.join(copy, file), 'utf8'), usage: result.usage };
}

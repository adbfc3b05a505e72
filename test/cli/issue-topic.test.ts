/** A topic that is an issue, as the command lines of code hosts write it. */
import { expect, test } from 'vitest';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

async function readTopic(input: string): Promise<{ topic: unknown; stderr: string }> {
  const cwd = await makeFolder({ '.s2s/config.yaml': 'name: t\n' });
  const args = ['design', '-', '--dry-run', '--estimate', '--json'];
  const { stdout, stderr } = await runInProcess(args, { cwd, home: cwd, input });
  return { topic: (JSON.parse(stdout) as { estimate: { topic: unknown } }).estimate.topic, stderr };
}

const long = 'word '.repeat(1_500);

test.for([
  ['{"body":"It is lost.\\r\\nTwice.","title":"Which queue?"}', 'Which queue?\n\nIt is lost.\nTwice.'],
  ['{"title":"Which queue?","body":""}\n', 'Which queue?'],
  ['{"iid":12,"title":"Which queue?","description":"It is lost."}', 'Which queue?\n\nIt is lost.'],
  // What is no issue stays as it is.
  ['{"queue":"redis"}', '{"queue":"redis"}'],
  ['{title} or not?', '{title} or not?'],
] as const)('%j becomes %j', async ([input, topic]) => {
  expect((await readTopic(input)).topic).toBe(topic);
});

test('an issue that is too long is cut, and that is said', async () => {
  const { topic, stderr } = await readTopic(JSON.stringify({ title: 'Which queue?', body: long }));
  expect(topic).toMatch(/^Which queue\?\n\nword .* …$/);
  expect(String(topic).length).toBeLessThanOrEqual(4_000);
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    'the topic is its first 4000. Give the rest with --context FILE.',
  );
});

/** Every configuration that the page on seats and turns shows loads without a warning, and sets what it says. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { mechanisms } from '../../src/session/vocabulary.ts';

const page = await readFile(
  path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'seats-and-turns.md'),
  'utf8',
);
const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 's2s-page-'));
  await mkdir(path.join(root, '.s2s'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function load(text: string) {
  await writeFile(path.join(root, '.s2s', 'config.yaml'), text);
  return loadConfig({ cwd: root, env: {}, home: null });
}

describe('the page on seats and turns', () => {
  it('has an example for each of its parts', () => {
    expect(examples.length).toBeGreaterThanOrEqual(9);
  });

  test.for(examples)('shows a configuration that loads: %s', async (text) => {
    const loaded = await load(text);
    expect(loaded.warnings).toEqual([]);
    expect(() => resolveConfig(loaded, { workflow: 'roundtable' })).not.toThrow();
  });

  it('shows settings that arrive in the session', async () => {
    const settings = async (word: string) =>
      resolveConfig(await load(examples.find((text) => text.includes(word)) ?? ''), {
        workflow: 'roundtable',
      });
    expect((await settings('plain_text')).settings).toMatchObject({
      plain_text_seats: ['qa-lead'],
      stop_sequences: ['Speaker:', '['],
    });
    expect((await settings('seat_timeouts')).settings).toMatchObject({
      answer_min_characters: 40,
      answer_max_characters: 4000,
      answer_retries: 1,
      seat_timeouts: [{ seat: 'qa-lead', seconds: 60 }],
    });
    expect((await settings('max_finishes')).settings).toMatchObject({
      participation: 'sequential',
      speaking_order: 'rotating',
      max_finishes: 2,
      quorum: 3,
    });
    expect((await settings('style: narrative')).settings.memory).toEqual({
      style: 'narrative',
      budget_tokens: 12_000,
      include_internal_reasoning: true,
    });
    expect((await settings('max_turns')).settings.max_turns).toBe(12);
    expect((await settings('stop_when_stable')).settings.stop_when_stable).toBe(false);
    expect(await settings('anonymize')).toMatchObject({
      synthesizer: 'technical-writer',
      settings: { anonymize: true, language: 'English' },
    });
    expect((await settings('participants: auto')).participants?.ids).toBe('auto');
  });

  test.for(mechanisms.flatMap((mechanism) => ['policy', 'mechanism'].map((name) => ({ mechanism, name }))))(
    'the rule of each strategy under both names: $name: $mechanism',
    async ({ mechanism, name }) => {
      const text = `roundtable:\n  strategy:\n    consensus:\n      debate: {${name}: ${mechanism}, threshold: 0.75, block_prevents_terminal: false, stand_aside_allowed: false}\n`;
      const config = resolveConfig(await load(text), { workflow: 'design' });
      expect(config.consensusFor('debate')).toEqual({
        mechanism,
        threshold: 0.75,
        block_prevents_terminal: false,
        stand_aside_allowed: false,
      });
      expect(config.consensusFor('standard')).toBeNull();
    },
  );
});

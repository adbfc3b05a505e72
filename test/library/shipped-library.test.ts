/** The markdown that ships: it loads without a remark, and holds what the program and its users rely on. */
import path from 'node:path';
import { stemmer } from 'stemmer';
import { describe, expect, it } from 'vitest';
import {
  checkAgendas,
  checkAgents,
  checkStrategies,
  listAgents,
  listStrategies,
  loadAgenda,
} from '../../src/library/load-library.ts';
import type { Agent } from '../../src/session/library.ts';
import { settingsSchema } from '../../src/session/settings.ts';
import { minimumKinds } from '../../src/session/vocabulary.ts';
import { packageRoot } from '../support/library-folder.ts';

const places = { project: null, shipped: packageRoot };
const { agents } = await listAgents(places);
const { strategies } = await listStrategies(places);
const agendas = (await Promise.all(['design', 'specs'].map((one) => loadAgenda(places, one)))).flatMap(
  (agenda) => agenda ?? [],
);

/** Agents that lead or write, and are never seated by themselves. */
const offices = ['document-editor', 'facilitator'];
const participants = agents.filter(({ id }) => !offices.includes(id));

/** The bullets under a heading of an agent's file. */
function readBullets(agent: Agent, heading: string): string[] {
  const section = agent.body.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}

function holdsCriticalKeyword(text: string): string[] {
  const words = settingsSchema.parse({}).escalation.critical_keywords;
  return words.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(text));
}

it('loads without errors and without warnings', async () => {
  const checks = await Promise.all(
    [checkAgents, checkStrategies, checkAgendas].map((check) => check(places)),
  );
  expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
});

describe('agents', () => {
  it('has the roles that configurations in use name, and a facilitator', () => {
    const ids = agents.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'business-analyst',
        'devops-engineer',
        'facilitator',
        'product-manager',
        'qa-lead',
        'security-champion',
        'software-architect',
        'technical-lead',
        'ux-researcher',
      ]),
    );
    expect(participants.length).toBeGreaterThanOrEqual(16);
  });

  it('has exactly one orchestrator, so that every chosen table has the same first seat', () => {
    expect(agents.filter(({ level }) => level === 1).map(({ id }) => id)).toEqual(['software-architect']);
  });

  it('gives the facilitator and the editor no specialties, so that no topic seats them', () => {
    expect(agents.filter(({ specialties }) => specialties.length === 0).map(({ id }) => id)).toEqual(offices);
  });

  it.each(agents)('$id is a prompt worth its price', ({ body, role, description, file, id }) => {
    expect(body.length).toBeGreaterThanOrEqual(1500);
    expect(body.length).toBeLessThanOrEqual(2300);
    expect(role).toMatch(/^[A-Z]/);
    expect(description).toMatch(/\.$/);
    expect(path.basename(file)).toBe(`${id}.md`);
    // Seats are quoted in conflicts; a role's own wording must not call a person to the table.
    expect(holdsCriticalKeyword(body)).toEqual([]);
  });

  it.each(participants)('$id judges, asks and checks by its own list', (agent) => {
    expect(readBullets(agent, 'Criteria').length).toBeGreaterThanOrEqual(4);
    expect(readBullets(agent, 'Checklist').length).toBeGreaterThanOrEqual(3);
    const questions = readBullets(agent, 'Questions');
    expect(questions.length).toBeGreaterThanOrEqual(3);
    expect(questions.filter((question) => !question.endsWith('?'))).toEqual([]);
    expect(agent.body).toContain('## Where you yield');
    expect(agent.specialties.length).toBeGreaterThanOrEqual(6);
    expect(new Set(agent.specialties).size).toBe(agent.specialties.length);
  });

  it('shares no sentence between two roles', () => {
    const lines = participants.flatMap((agent) =>
      ['Criteria', 'Questions', 'Checklist'].flatMap((heading) => readBullets(agent, heading)),
    );
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });
});

describe('strategies', () => {
  it('runs each strategy by its phases and its rule', () => {
    const table = Object.fromEntries(
      strategies.map(({ id, phases, consensus }) => [
        id,
        `${phases.map(({ name }) => name).join(' ')}: ${consensus.mechanism} ${consensus.threshold}, ` +
          `blocks ${consensus.block_prevents_terminal ? 'count' : 'do not count'}`,
      ]),
    );
    expect(table).toEqual({
      'consensus-driven': 'proposal refinement convergence: consent 1, blocks count',
      debate: 'opening rebuttal closing: facilitator_decides null, blocks do not count',
      disney: 'dreamer realist critic: none null, blocks do not count',
      'explore-work-validate': 'explore work validate: majority 0.6, blocks count',
      'six-hats': 'white red black yellow green blue: majority 0.6, blocks count',
      standard: 'discussion: majority 0.6, blocks count',
    });
  });

  it('assigns sides in a debate only', () => {
    expect(strategies.filter(({ sides }) => sides).map(({ id }) => id)).toEqual(['debate']);
  });

  it.each(strategies)(
    '$id tells each phase what to do, and its facilitator how to lead',
    ({ phases, guidance, consensus }) => {
      for (const { goal, prompt_suffix: suffix, min_rounds: rounds } of phases) {
        expect(goal.length).toBeGreaterThan(20);
        expect(suffix.length).toBeGreaterThan(200);
        expect(rounds).toBe(1);
      }
      // What comes first is answered without earlier words in view; what is counted can be voted on at the end.
      if (phases.length > 1) expect(phases[0]).toMatchObject({ context: 'none', votes: false });
      expect(phases.at(-1)?.votes).toBe(consensus.mechanism !== 'none');
      const advice = guidance.split('## Advice to the facilitator')[1]?.trim() ?? '';
      expect(advice.length).toBeGreaterThanOrEqual(500);
      expect(advice.length).toBeLessThanOrEqual(900);
      expect(guidance).not.toContain('```');
    },
  );

  it('lets no word of a topic speak for two strategies', () => {
    const stems = strategies.flatMap(({ keywords }) => [...new Set(keywords.map((word) => stemmer(word)))]);
    expect(stems.filter((stem, index) => stems.indexOf(stem) !== index)).toEqual([]);
    expect(strategies.flatMap(({ keywords }) => keywords).filter((word) => !/^[a-z]+$/.test(word))).toEqual(
      [],
    );
    expect(strategies.filter(({ keywords }) => keywords.length === 0).map(({ id }) => id)).toEqual([
      'standard',
    ]);
  });
});

describe('agendas', () => {
  it('has one for specifications and one for designs', () => {
    const critical = agendas.map(({ workflow, topics }) => [
      workflow,
      topics.filter((topic) => topic.critical).map(({ id }) => id),
    ]);
    expect(critical).toEqual([
      ['design', ['decision-drivers', 'options-and-choice', 'components']],
      ['specs', ['user-needs', 'functional-requirements', 'quality-requirements', 'scope-boundaries']],
    ]);
  });

  it.each(
    agendas.flatMap(({ topics, workflow }) => topics.map((topic) => ({ workflow, topic, id: topic.id }))),
  )('$workflow: $id can be asked about and can be seen to be done', ({ topic }) => {
    expect(topic.criteria.length).toBeGreaterThanOrEqual(2);
    expect(topic.criteria.length).toBeLessThanOrEqual(3);
    expect(topic.exploration.length).toBeGreaterThanOrEqual(2);
    expect(topic.questions.length).toBeGreaterThanOrEqual(3);
    expect(topic.questions.filter((question) => !question.endsWith('?'))).toEqual([]);
    // A kind of count that the program does not know would be ignored without a word.
    for (const { kind } of topic.minimums) expect(minimumKinds).toHaveProperty(kind);
    expect(holdsCriticalKeyword([topic.name, ...topic.criteria, ...topic.questions].join(' '))).toEqual([]);
  });

  it('asks no question twice', () => {
    const questions = agendas.flatMap(({ topics }) => topics.flatMap((topic) => topic.questions));
    expect(questions.filter((question, index) => questions.indexOf(question) !== index)).toEqual([]);
  });
});

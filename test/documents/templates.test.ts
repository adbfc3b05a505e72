import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderDocument } from '../../src/documents/render-document.ts';
import { type OutputType, outputTypes } from '../../src/domain/vocabulary.ts';
import { buildDesignSession } from '../support/session-fixtures.ts';
import { shippedTemplates } from '../support/shipped-templates.ts';

const page = readFileSync(new URL('../../docs/templates.md', import.meta.url), 'utf8');
const listNames = (title: string) =>
  [...(page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z_.]+)` \|/gm)].map(
    (match) => match[1] ?? '',
  );
const common = listNames('In every template');

const render = (type: OutputType, text: string) =>
  renderDocument({
    session: buildDesignSession(),
    type,
    templates: { ...shippedTemplates, [type]: { file: 'own.md', text } },
  });

describe.each(outputTypes)('the page of templates: %s', (type) => {
  const own = listNames(type);

  it('lists placeholders that exist', () => {
    expect(own.length).toBeGreaterThan(5);
    const text = render(
      type,
      ['# x', ...[...common, ...own].map((name) => `${name}={{ ${name} }}`)].join('\n\n'),
    );
    for (const name of [...common, ...own]) expect(text).toContain(`${name}=`);
  });

  it('lists every placeholder that the shipped template uses', () => {
    const used = [
      ...shippedTemplates[type].text.matchAll(/\{\{ ?([a-z_.]+)|\{% (?:if|for \w+ in) ([a-z_.]+)/g),
    ].map((match) => (match[1] ?? match[2] ?? '').replace(/\.size$/, ''));
    const local =
      /^(?:driver|option|point|record|area|item|idea|risk|conflict|voice|question|movement|line|step|title|forloop)(?:\.|$)/;
    for (const name of used)
      if (!local.test(name) || name === 'title') expect([...common, ...own]).toContain(name);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderDocument } from '../../src/documents/render-document.ts';
import { type OutputType, outputTypes } from '../../src/session/vocabulary.ts';
import { shippedTemplates } from '../support/shipped-templates.ts';
import { buildDesign } from '../support/text-session.ts';

const page = readFileSync(new URL('../../docs/templates.md', import.meta.url), 'utf8');
const names = [...page.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, name = '']) => name);

const render = (type: OutputType, text: string) =>
  renderDocument({
    session: buildDesign(),
    type,
    templates: { ...shippedTemplates, [type]: { file: 'own.md', text } },
  });

describe.each(outputTypes)('the page of templates: %s', (type) => {
  it('lists placeholders that exist', () => {
    expect(names.length).toBeGreaterThan(15);
    const own = names.filter((name) => !name.startsWith('section.'));
    const text = render(type, ['# x', ...own.map((name) => `${name}={{ ${name} }}`)].join('\n\n'));
    for (const name of own) expect(text).toContain(`${name}=`);
    const inner = names.filter((name) => name.startsWith('section.')).map((name) => `${name}={{ ${name} }}`);
    expect(render(type, `{% for section in sections %}${inner.join(' ')}{% endfor %}`)).toContain(
      'section.id=context',
    );
  });

  it('lists every placeholder that the shipped template uses', () => {
    const used = [
      ...shippedTemplates[type].text.matchAll(/\{\{ ?([a-z_.]+)|\{% (?:if|for \w+ in) ([a-z_.]+)/g),
    ].map(([, value, tag]) => value ?? tag ?? '');
    for (const name of used) expect(names).toContain(name);
  });
});

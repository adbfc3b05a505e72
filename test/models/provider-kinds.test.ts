/** Each kind of provider describes itself; the configuration and the lookups know what the descriptions say. */
import { describe, expect, it } from 'vitest';
import { buildProviders, checkProviders } from '../../src/config/provider-config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { findUnusable } from '../../src/models/find-unusable.ts';
import {
  findKind,
  kindNames,
  listProviderKeys,
  listReadyMade,
  providerKinds,
} from '../../src/models/provider-kinds.ts';

describe('the kinds of provider', () => {
  it.each(providerKinds.map((kind) => [kind.type, kind] as const))(
    'lead the configuration to all settings of %s',
    (type, kind) => {
      const provider: Record<string, unknown> = { type };
      for (const { name, example } of kind.keys) {
        if (name.startsWith('headers.')) provider['headers'] = { 'x-team': example };
        else provider[name] = example;
      }
      const { entries, problems } = readConfig(
        JSON.stringify({ providers: { own: provider } }),
        'config.yaml',
      );
      const layers = [{ name: 'project' as const, entries }];
      expect([problems, checkProviders(layers)]).toEqual([[], []]);
      expect(buildProviders(layers)).toEqual({ own: provider });

      if (kind.required === null) return;
      const bare = readConfig(JSON.stringify({ providers: { own: { type } } }), 'config.yaml');
      expect(
        checkProviders([{ name: 'project', entries: bare.entries }]).map(({ message }) => message),
      ).toEqual([`"providers.own" needs "${kind.required.key}": ${kind.required.description}`]);
    },
  );

  it('have names that the configuration takes for a type, and no others', () => {
    const read = (type: string) => readConfig(`providers: {own: {type: ${type}}}`, 'config.yaml').problems;
    for (const type of kindNames) expect(read(type)).toEqual([]);
    expect(
      read('smoke-signals')
        .map(({ message }) => message)
        .join(),
    ).toContain(kindNames.join(', '));
  });

  it('refuse a header that carries a key, and an address with a password in it', () => {
    const find = (name: string) => listProviderKeys().find((key) => key.name === name);
    expect(find('headers.<header>')?.check?.('x', ['own', 'Authorization'])).toContain('credential');
    expect(find('headers.<header>')?.check?.('x', ['own', 'x-team'])).toBeNull();
    expect(find('base_url')?.schema.safeParse('http://mary:secret@host/v1').success).toBe(false);
  });

  it('have ready-made providers of their own type, each of which is found or says what is missing', async () => {
    const readyMade = Object.entries(listReadyMade({}));
    expect(readyMade.length).toBeGreaterThan(7);
    for (const [name, { config }] of readyMade) {
      const kind = findKind(config.type);
      expect(Object.keys(kind.listReadyMade({}))).toContain(name);
      const found = await findUnusable(kind.needsModel ? `${name}/m` : name, {
        config: {},
        env: {},
      });
      expect(found).toSatisfy(
        (text: string | null) => text === null || /is not set|is not on the PATH/.test(text),
      );
    }
  });
});

/** Each kind of provider describes itself; the configuration and the lookups know what the descriptions say. */
import { describe, expect, it } from 'vitest';
import { keyTable } from '../../src/config/key-table.ts';
import { findUnusable } from '../../src/models/find-unusable.ts';
import { findKind, kindNames, listProviderKeys, listReadyMade } from '../../src/models/provider-kinds.ts';

const place = 'providers.<provider>.';

describe('the kinds of provider', () => {
  it('are the types of the configuration, and their keys are its keys', () => {
    const known = keyTable.filter(({ key }) => key.startsWith(place) && key !== `${place}type`);
    const told = listProviderKeys();
    expect(told.map(({ name }) => `${place}${name}`).sort()).toEqual(known.map(({ key }) => key).sort());
    for (const { name, schema, description, example, hidden = false } of told) {
      const entry = known.find(({ key }) => key === place + name);
      expect(entry).toMatchObject({ description, example });
      expect(entry?.isHidden ?? false, name).toBe(hidden);
      if (!name.includes('<')) expect(schema.safeParse(example).success, name).toBe(true);
    }
    const type = keyTable.find(({ key }) => key === `${place}type`);
    for (const name of kindNames) expect(type?.schema.safeParse(name).success, name).toBe(true);
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
        findExecutable: async () => null,
      });
      expect(found).toSatisfy(
        (text: string | null) => text === null || /is not set|is not on the PATH/.test(text),
      );
    }
  });
});

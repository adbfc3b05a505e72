/** Ways to spoil a file. Each takes a text and gives other bytes; everything follows from the random numbers handed in. */

/** Whole numbers from 0 up to but not including `most`, from a seed (mulberry32). */
export function createRandom(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, most);
  };
}

type Random = ReturnType<typeof createRandom>;
type Mutation = (bytes: Buffer, random: Random) => Buffer;

const oddTexts = [
  '__proto__: {polluted: true}\n',
  'constructor: {prototype: {polluted: true}}\n',
  '{"__proto__": {"polluted": true}}\n',
  '\u0000',
  '\u001b[2J\u001b]0;owned\u0007',
  '\ufeff',
  '\u2028\u202e',
  '!!js/function "function () { return 1 }"\n',
  '!!binary "AAAA"\n',
  '---\n',
  '...\n',
  '&a [*a]\n',
  '*missing\n',
  '<<: *missing\n',
  '- - - - -\n',
  '? \n',
  '"',
  "'",
  '```yaml\ndefaults: [\n',
  '{{ session | raise }}{% include "../../../etc/passwd" %}',
  '{% for i in (1..100000000) %}x{% endfor %}',
  '../../../../etc/passwd',
  '\\..\\..\\windows',
  '-1e999',
  '99999999999999999999999999',
  '2026-99-99T99:99:99Z',
  'null',
  '~',
  '\t',
  '\r',
];

const nests: ((depth: number) => string)[] = [
  (depth) => '['.repeat(depth),
  (depth) => '{a: '.repeat(depth),
  (depth) => '- '.repeat(depth),
  (depth) => `x: ${'['.repeat(depth)}${']'.repeat(depth)}\n`,
  (depth) => `${'> '.repeat(depth)}quoted\n`,
  (depth) =>
    Array.from({ length: Math.min(depth, 1500) }, (_, level) => `${' '.repeat(level)}k${level}:`).join('\n'),
  (depth) => '('.repeat(depth),
  (depth) => `"${'\\'.repeat(depth)}`,
];

function insert(bytes: Buffer, at: number, text: string): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
}

/** A place at the beginning of a line. */
function findLine(bytes: Buffer, random: Random): number {
  const newline = bytes.indexOf(0x0a, random(bytes.length));
  return newline === -1 ? 0 : newline + 1;
}

/** An alias bomb: 10 to the power of 9 items when it is unfolded. */
const bomb = `${Array.from({ length: 9 }, (_, level) => `b${level}: &b${level} [${Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*b${level - 1}`)).join(', ')}]`).join('\n')}\n`;

export const mutations: Readonly<Record<string, Mutation>> = {
  flip: (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let times = 1 + random(8); times > 0; times -= 1) changed[random(changed.length)] = random(256);
    return changed;
  },
  cut: (bytes, random) => bytes.subarray(0, random(bytes.length)),
  remove: (bytes, random) => {
    const from = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random(400))]);
  },
  repeat: (bytes, random) => {
    const from = random(bytes.length);
    const piece = bytes.subarray(from, from + 1 + random(600));
    return Buffer.concat([
      bytes.subarray(0, from),
      ...Array.from({ length: 2 + random(20) }, () => piece),
      bytes.subarray(from),
    ]);
  },
  odd: (bytes, random) => insert(bytes, random(bytes.length), oddTexts[random(oddTexts.length)] ?? ''),
  oddLine: (bytes, random) => insert(bytes, findLine(bytes, random), oddTexts[random(oddTexts.length)] ?? ''),
  oddValue: (bytes, random) => {
    const at = findLine(bytes, random);
    const colon = bytes.indexOf(': ', at);
    const end = bytes.indexOf(0x0a, at);
    if (colon === -1 || end === -1 || colon > end) return bytes.subarray(0, at);
    const value = oddTexts[random(oddTexts.length)] ?? '';
    return Buffer.concat([bytes.subarray(0, colon + 2), Buffer.from(value), bytes.subarray(end)]);
  },
  nest: (bytes, random) =>
    insert(bytes, findLine(bytes, random), nests[random(nests.length)]?.(10_000) ?? ''),
  nestOnly: (_, random) => Buffer.from(nests[random(nests.length)]?.(10_000) ?? ''),
  bomb: (bytes, random) => insert(bytes, findLine(bytes, random), bomb),
  longLine: (bytes, random) => insert(bytes, random(bytes.length), 'x'.repeat(1 << (10 + random(10)))),
  swapLines: (bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    const [one, other] = [random(lines.length), random(lines.length)];
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  indent: (bytes, random) => insert(bytes, findLine(bytes, random), ' '.repeat(1 + random(9))),
  lineEnds: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  noise: (_, random) => Buffer.from(Array.from({ length: random(4000) }, () => random(256))),
  empty: () => Buffer.alloc(0),
};

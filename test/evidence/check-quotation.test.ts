import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkQuotation } from '../../src/evidence/check-quotation.ts';

const source = [
  'import { open } from "node:fs";', // 1
  '',
  '/** Takes jobs, one by one. */', // 3
  'export function takeJob(queue, now) {', // 4
  '  const job = queue.find((each) => each.due <= now);', // 5
  '  if (job === undefined) return null;', // 6
  '  job.attempts += 1;', // 7
  '  return job;', // 8
  '}', // 9
  '',
  'export function giveBack(job) {', // 11
  '  if (job === undefined) return null;', // 12
  '  job.due = Date.now() + 30_000;', // 13
  '  return job;', // 14
  '}', // 15
].join('\n');

const check = (quote: string, line: number | null = 5) => checkQuotation(source, { quote, line });

describe('a quotation that is there', () => {
  it.each([
    ['as it stands', 'const job = queue.find((each) => each.due <= now);', 5],
    ['with other white space', 'const job =\tqueue.find((each)  =>  each.due <= now);', 5],
    ['over several lines with CRLF', 'if (job === undefined) return null;\r\n  job.attempts += 1;', 6],
    ['with the numbers of its lines', '7\t  job.attempts += 1;\n8\t  return job;', 7],
    ['in quotation marks', '`job.due = Date.now() + 30_000;`', 13],
    ['a part of a line', 'job.due = Date.now()', 13],
    ['two lines beside the named one', 'job.due = Date.now() + 30_000;', 15],
    ['over a blank line', '}\n\nexport function giveBack(job) {', 9],
    ['in curly quotation marks of its own', 'import { open } from “node:fs”;', 1],
    ['with the signs of a page', 'const job = queue.find((each) =&gt; each.due &lt;= now);', 5],
    ['with dots where it was cut', '… job.due = Date.now() + ...', 13],
  ])('%s', (_, quote, line) => {
    expect(check(quote, line).found).toBe('yes');
  });

  it('without a line gets the first', () => {
    expect(check('if (job === undefined) return null;', null)).toEqual({ found: 'yes', line: 6 });
  });

  it('elsewhere is moved to the nearest place', () => {
    expect(check('job.due = Date.now() + 30_000;', 2)).toEqual({ found: 'moved', line: 13 });
    expect(check('if (job === undefined) return null;', 40)).toEqual({ found: 'moved', line: 12 });
    expect(check('if (job === undefined) return null;', 1)).toEqual({ found: 'moved', line: 6 });
  });

  it('is found in a file with other line ends and a byte order mark', () => {
    const text = `\ufeff${source.replaceAll('\n', '\r\n')}`;
    expect(checkQuotation(text, { quote: 'job.attempts += 1;\n  return job;', line: 7 })).toEqual({
      found: 'yes',
      line: 7,
    });
  });

  it('is found in a text with typographic signs, and letters put together from two', () => {
    const text = 'Größe – so heißt’s – “Übersicht”\n';
    const quote = `Gro\u0308ße - so heißt's - "U\u0308bersicht"`;
    expect(checkQuotation(text, { quote, line: 1 }).found).toBe('yes');
  });

  it('that stands in hundreds of places is found at the one that was named', () => {
    const text = 'return { done: true };\n'.repeat(900);
    expect(checkQuotation(text, { quote: 'return { done: true };', line: 777 })).toEqual({
      found: 'yes',
      line: 777,
    });
  });

  it('in a script without spaces needs fewer characters', () => {
    expect(
      checkQuotation('队列每三十秒重试一次失败的任务。', { quote: '每三十秒重试一次', line: 1 }).found,
    ).toBe('yes');
  });
});

describe('a quotation that is not there', () => {
  it.each([
    ['Die Aufträge überdauern', 'Die Aufträge über'],
    ['Очередь надёжна всегда', 'Очередь надёж'],
  ])('%s is not cut in the middle of a word', (text, quote) => {
    expect(checkQuotation(text, { quote, line: 1 }).found).toBe('no');
  });

  it.each([
    ['a paraphrase', 'the job is found by its due date in the queue'],
    ['one word changed', 'const job = queue.find((each) => each.due < now);'],
    ['another number', 'job.due = Date.now() + 30_0000;'],
    ['a number cut in the middle', 'job.due = Date.now() + 30_00'],
    ['other capitals', 'JOB.ATTEMPTS += 1; return job;'],
    ['joined from two places', 'job.attempts += 1; job.due = Date.now() + 30_000;'],
    ['joined with dots', 'export function takeJob(queue, now) { … return job;'],
    ['a line left out', 'if (job === undefined) return null;\n  return job;'],
    ['too short', 'return job;'],
    ['one long word', 'giveBack'],
    ['a brace', '}'],
    ['nothing', '  '],
  ])('%s', (_, quote) => {
    expect(check(quote).found).toBe('no');
  });
});

/** The real files that planted quotations are taken from. */
const folder = fileURLToPath(new URL('../../src/session/', import.meta.url));
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(folder + name, 'utf8').split('\n'));

/** Three lines in a row of a real file, long enough to name a place. */
const places = fc
  .record({ file: fc.nat(files.length - 1), at: fc.nat(2_000) })
  .map(({ file, at }) => {
    const lines = files[file] ?? [];
    const first = at % Math.max(1, lines.length - 3);
    return {
      text: lines.join('\n'),
      quote: lines.slice(first, first + 3).join('\n'),
      line: first + 1,
      lines,
    };
  })
  .filter(({ quote }) => quote.replace(/\s/g, '').length >= 40);

describe('planted in real files', () => {
  it('true ones are found with any white space, and moved ones are put right', () => {
    fc.assert(
      fc.property(
        places,
        fc.constantFrom(' ', '\n', '\t', '\r\n   '),
        fc.nat(60),
        ({ text, quote, line, lines }, blank, added) => {
          const spaced = quote.trim().replace(/\s+/g, blank);
          expect(checkQuotation(text, { quote: spaced, line }).found).not.toBe('no');
          const moved = `${'// A line that was added above.\n'.repeat(added)}${text}`;
          const found = checkQuotation(moved, { quote: spaced, line });
          expect(found.found).not.toBe('no');
          // What is said to be found stands where it is said to be found.
          const place = moved.split('\n').slice(Math.max(0, (found.line ?? 1) - 1), (found.line ?? 1) + 2);
          expect(place.join(' ').replace(/\s+/g, ' ')).toContain(quote.trim().split('\n')[0]?.trim() ?? '');
          expect(lines.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('false ones are not: another file, a changed word, a line left out', () => {
    fc.assert(
      fc.property(places, places, fc.nat(2), fc.nat(30), ({ text, quote, line }, other, kind, word) => {
        const words = quote.trim().split(/\s+/);
        const changed = words
          .map((each, index) => (index === word % words.length ? `${each}x` : each))
          .join(' ');
        const [first = '', , third = ''] = quote.split('\n');
        const planted = [other.quote, changed, `${first}\n${third}`][kind] ?? '';
        const flat = (value: string) => value.replace(/\s+/g, ' ').trim();
        fc.pre(!flat(text).includes(flat(planted)));
        expect(checkQuotation(text, { quote: planted, line }).found).toBe('no');
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawBlocks } from '../../src/documents/architecture/mermaid.ts';
import { hostileText } from '../support/hostile-text.ts';

const block = (name: string, uses: string[] = []) => ({ name, responsibility: '', uses, sources: [] });

describe('drawBlocks', () => {
  it('draws blocks, what they use, and what is outside', () => {
    expect(
      drawBlocks([block('API', ['worker ', 'Mail "service"']), block('Worker', ['API']), block('api')]),
    ).toBe(
      [
        'flowchart TD',
        '  b1["API"]',
        '  b2["Worker"]',
        '  x1(["Mail service"])',
        '  b1 --> b2',
        '  b1 --> x1',
        '  b2 --> b1',
      ].join('\n'),
    );
    expect(drawBlocks([])).toBe('');
  });

  it('has nothing but nodes with plain labels and edges between them, whatever the names', () => {
    const blocks = fc.array(fc.record({ name: hostileText, uses: fc.array(hostileText, { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(blocks, (given) => {
        const [first, ...lines] = drawBlocks(given.map(({ name, uses }) => block(name, uses))).split('\n');
        expect(first).toBe('flowchart TD');
        const known = new Set<string>();
        for (const line of lines) {
          const node = /^ {2}(?:(b\d+)\["[^"<>&;#[\]{}|`%\\]+"\]|(x\d+)\(\["[^"<>&;#[\]{}|`%\\]+"\]\))$/.exec(
            line,
          );
          const edge = /^ {2}(\S+) --> (\S+)$/.exec(line);
          expect(node ?? edge, line).not.toBeNull();
          if (node) known.add(node[1] ?? node[2] ?? '');
          else expect([edge?.[1], edge?.[2]].every((id) => known.has(id ?? ''))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});

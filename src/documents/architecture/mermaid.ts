/** Draws the building blocks as a Mermaid flowchart whose labels cannot break out of their quotes. */
import { cleanText } from '../markdown/text.ts';

/** The diagram without its fence; empty if there are no blocks. Outside systems have rounded shapes. */
export function drawBlocks(blocks: readonly { name: string; uses: readonly string[] }[]): string {
  if (blocks.length === 0) return '';
  const ids = new Map<string, string>();
  const lines = ['flowchart TD'];
  blocks.forEach((one, index) => {
    const key = keyOf(one.name);
    if (ids.has(key)) return;
    ids.set(key, `b${index + 1}`);
    lines.push(`  b${index + 1}["${label(one.name)}"]`);
  });
  const edges: string[] = [];
  let outside = 0;
  for (const one of blocks) {
    for (const used of one.uses) {
      const key = keyOf(used);
      let id = ids.get(key);
      if (id === undefined) {
        outside += 1;
        id = `x${outside}`;
        ids.set(key, id);
        lines.push(`  ${id}(["${label(used)}"])`);
      }
      const edge = `  ${ids.get(keyOf(one.name))} --> ${id}`;
      if (!edges.includes(edge)) edges.push(edge);
    }
  }
  return [...lines, ...edges].join('\n');
}

function keyOf(name: string): string {
  return cleanText(name).replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Keeps letters, digits, spaces and a few marks; everything that Mermaid could read as syntax becomes a space. */
function label(name: string): string {
  const plain = cleanText(name)
    .replace(/[^\p{L}\p{M}\p{N} .,_/()+'-]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const short = Array.from(plain).slice(0, 60).join('');
  return short === '' ? 'unnamed' : short;
}

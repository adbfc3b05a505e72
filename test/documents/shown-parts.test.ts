import { expect, test } from 'vitest';
import { closeLastComment, findShown } from '../../src/documents/shown-parts.ts';

const notice = '> **This result is degraded.**';

test.for([
  ['a comment', `<!--\n${notice}\n-->`],
  ['a comment that begins behind words', `# A\n\nSee <!-- this\n${notice}\n-->`],
  ['a comment that ends and another', `<!-- a --> <!-- b\n${notice}\n-->`],
  ['a comment that never ends', `<!--\n${notice}\n`],
  ['a code block', `\`\`\`md\n${notice}\n\`\`\``],
  ['a code block with tildes', `~~~\n\`\`\`\n${notice}\n~~~`],
  ['an element that is closed', `<details>\n\n${notice}\n\n</details>`],
  ['an element that is hidden', `<div hidden>\n<img src="a">\n\n${notice}\n\n</div>`],
  ['a template', `<template>\n\n${notice}\n\n</template>`],
  ['the middle of a line', `a ${notice}`],
] as const)('what stands in %s is not shown', ([, text]) => {
  expect(text).toContain(notice);
  expect(findShown(text, notice)).toBe(-1);
});

test.for([
  ['below a title', `# A\n\n${notice}\n`],
  ['below a comment', `<!-- a -->\n\n${notice}\n`],
  ['below a long comment', `<!--\na\n-->\n${notice}\n`],
  ['below a code block', `\`\`\`\n<!--\n\`\`\`\n\n${notice}\n`],
  ['below a picture', `<p align="center"><img src="a.png"></p>\n\n${notice}\n`],
  ['below a name in angle brackets that is code', `Use \`<div>\` here.\n\n${notice}\n`],
  ['below an element and backticks that are escaped', `Use \\\`a\\|b\\\`\\<div> here.\n\n${notice}\n`],
  ['again, behind a hidden one', `<!--\n${notice}\n-->\n\n${notice}\n`],
] as const)('what stands %s is', ([, text]) => {
  expect(findShown(text, notice)).toBe(text.lastIndexOf(notice));
});

test('a comment that is open is closed', () => {
  expect(closeLastComment('a <!-- b')).toBe('a <!-- b\n-->');
  expect(closeLastComment('a <!-- b -->')).toBe('a <!-- b -->');
});

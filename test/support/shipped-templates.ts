import { readFileSync } from 'node:fs';
import type { Templates } from '../../src/documents/render-document.ts';

const read = (type: string) => ({
  file: `templates/${type}.md`,
  text: readFileSync(new URL(`../../templates/${type}.md`, import.meta.url), 'utf8'),
});

/** The templates that ship. */
export const shippedTemplates: Templates = {
  adr: read('adr'),
  requirements: read('requirements'),
  architecture: read('architecture'),
  summary: read('summary'),
  review: read('review'),
  plan: read('plan'),
};

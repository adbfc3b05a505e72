/** The kinds of document, by the name of their type: one line for each. */
import type { OutputType } from '../domain/vocabulary.ts';
import { adrKind } from './adr/kind.ts';
import { architectureKind } from './architecture/kind.ts';
import type { DocumentKind } from './document-kind.ts';
import { requirementsKind } from './requirements/kind.ts';
import { summaryKind } from './summary/kind.ts';

export const documentKinds: Readonly<Record<OutputType, DocumentKind>> = {
  adr: adrKind,
  architecture: architectureKind,
  requirements: requirementsKind,
  summary: summaryKind,
};

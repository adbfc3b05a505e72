/** The kinds of document, by the name of their type. */
import type { OutputType } from '../session/vocabulary.ts';
import { adrKind } from './adr.ts';
import { architectureKind } from './architecture.ts';
import type { DocumentKind } from './document-kind.ts';
import { requirementsKind } from './requirements.ts';
import { summaryKind } from './summary.ts';

export const documentKinds: Readonly<Record<OutputType, DocumentKind>> = {
  adr: adrKind,
  requirements: requirementsKind,
  architecture: architectureKind,
  summary: summaryKind,
};

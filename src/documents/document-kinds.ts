/** The kinds of document, by type: one line for each. */
import type { DocumentForm } from '../session/ports/document-form.ts';
import type { Session } from '../session/session.ts';
import type { OutputType, WorkflowType } from '../session/vocabulary.ts';
import { adrKind } from './adr/kind.ts';
import { architectureKind } from './architecture/kind.ts';
import type { DocumentKind } from './document-kind.ts';
import { type DocsPaths, isKeptAside, sessionsFolder, slugOf } from './document-paths.ts';
import { planKind } from './plan/kind.ts';
import { requirementsKind } from './requirements/kind.ts';
import { reviewKind } from './review/kind.ts';
import { summaryKind } from './summary/kind.ts';

export const documentKinds: Readonly<Record<OutputType, DocumentKind>> = {
  adr: adrKind,
  architecture: architectureKind,
  plan: planKind,
  requirements: requirementsKind,
  review: reviewKind,
  summary: summaryKind,
};

/** The form of a document for a workflow; `isAgain`: it continues an earlier one. */
export function chooseForm(
  type: OutputType,
  { workflow, isAgain }: { workflow: WorkflowType; isAgain: boolean },
): DocumentForm {
  const { form, forms, formAgain } = documentKinds[type];
  return forms?.[workflow] ?? (isAgain ? formAgain : undefined) ?? form;
}

/** The form of a session's text in this type of document. */
export function findForm(session: Session, type: OutputType): DocumentForm {
  return chooseForm(type, {
    workflow: session.workflow_type,
    isAgain: session.earlier_plan !== undefined,
  });
}

/** Where the document of a session is kept: the folder, relative to the project, and the default file name. */
export function findHome(
  session: Session,
  { type, docsPaths, slug = slugOf(session) }: { type: OutputType; docsPaths: DocsPaths; slug?: string },
): { folder: string; file: string } {
  return isKeptAside(session)
    ? { folder: `${sessionsFolder}/${session.id}`, file: `${type}.md` }
    : documentKinds[type].findHome(session, docsPaths, slug);
}

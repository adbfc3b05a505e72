/**
 * A kind of document: its form, where it is kept, and how it is checked. A kind is a folder with a descriptor, plus one line in
 * `document-kinds.ts`.
 */
import type { DocumentForm } from '../session/ports/document-form.ts';
import type { Session } from '../session/session.ts';
import type { OutputType, WorkflowType } from '../session/vocabulary.ts';
import type { DocsPaths } from './document-paths.ts';
import type { DocumentLint } from './lint/document-lint.ts';

/** A markdown file; `name` does not include the folder. */
export interface FolderFile {
  name: string;
  text: string;
}

/** One file of a plan. Paths are relative to the project, with slashes. */
export interface PlannedFile {
  path: string;
  text: string;
  /** The role of the file for the session. */
  kind: 'document' | 'index' | 'superseded';
  /** `keep`: the file stays as it is, because a person edited it or nothing changed. */
  action: 'create' | 'update' | 'keep';
}

/** How the files of a folder belong together: their numbering, their index, and which of them replaces which. */
export interface FolderRules {
  /** The name of a new file if the folder has its own naming scheme, else null; `day` is `YYYYMMDD`. */
  chooseName(files: readonly FolderFile[], named: { slug: string; day: string }): string | null;
  /** The index with this file in it, and the state of those that it replaces; null when there is nothing to change. */
  extendIndex(
    files: readonly FolderFile[],
    own: FolderFile,
    replaced: readonly FolderFile[],
  ): FolderFile | null;
  /** The files that the text names as replaced, each as found in the folder. */
  findReplaced(files: readonly FolderFile[], named: readonly string[]): FolderFile[];
  /** The file with a note that it is replaced; null if it says so already. */
  markReplaced(file: FolderFile, own: FolderFile): FolderFile | null;
  /** The title of a file as harmless markdown, for links to it. */
  readTitle(file: FolderFile): string;
}

export interface DocumentKind {
  type: OutputType;
  /** What the document is made of, and what its writer is told. */
  form: DocumentForm;
  /** Forms for workflows that need another one. */
  forms?: Partial<Record<WorkflowType, DocumentForm>>;
  /** The form of a text that continues an earlier one. */
  formAgain?: DocumentForm;
  /** The section in which ways are weighed. */
  waysIn: string;
  /** The folder of the document, relative to the project, and its default file name; `slug` is its subject. */
  findHome(session: Session, docsPaths: DocsPaths, slug: string): { folder: string; file: string };
  /** Absent for files that stand alone. */
  folderRules?: FolderRules;
  /** Whether sessions share the file with each other and with people. */
  isShared: boolean;
  /** How `s2s lint` recognizes and checks the document; null if it has no rules. */
  lint: DocumentLint | null;
}

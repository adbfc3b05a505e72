/**
 * A kind of document: what its draft contains, how it is rendered, where it is kept and how it is checked. A kind is a
 * folder with a descriptor, plus one line in `document-kinds.ts`.
 */
import type * as z from 'zod';
import type { Session } from '../domain/session.ts';
import type { ItemType, OutputType } from '../domain/vocabulary.ts';
import type { DocsPaths } from './document-paths.ts';
import type { DocumentLint } from './lint/document-lint.ts';
import type { Rendering } from './rendering.ts';
import type { TemplateValues } from './template-engine.ts';

/** The drafted or assembled content; each kind has its own schema for it. */
export type Content = Record<string, unknown>;

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

/** What fills a document's template. */
export interface DocumentView {
  /** Added to the values that all kinds share; they override those of the same name. */
  values: TemplateValues;
  /** Texts that are added if a user's own template leaves them out: the first below the title, the others at the end. */
  required?: readonly string[];
  /** Returns the last line of the file, given all text above it; by default the session's mark. */
  end?: (text: string) => string;
}

export interface DocumentKind {
  type: OutputType;
  /** The item types that a discussion for this document looks for, besides general points. */
  items: readonly ItemType[];
  /** The draft's schema. It reads leniently; models are asked for its JSON Schema (output side). */
  schema: z.ZodType<Content>;
  /** Advice to the synthesizer, at most 900 characters. */
  brief: string;
  /** The maximum number of words in a draft, which the brief names. */
  draftWords: number;
  /** Content from items, decisions and rounds alone, when there is no draft. */
  assemble(session: Session): Content;
  /** Citations in a draft that name a round in which the seat did not speak, as `path: round/seat`. */
  findUnsupported(content: Content, session: Session): string[];
  /** The values of `templates/<type>.md`. */
  view(content: Content, rendering: Rendering): DocumentView;
  /** The folder of the document, relative to the project, and its default file name; `slug` is its subject. */
  findHome(session: Session, docsPaths: DocsPaths, slug: string): { folder: string; file: string };
  /** Whether the document may link to the project's decision records. */
  linksRecords: boolean;
  /** Whether the template has its own part for contested items. */
  printsContested: boolean;
  /** The name of a new file if the folder has its own naming scheme, else null; `day` is `YYYYMMDD`. */
  chooseName?(files: readonly FolderFile[], named: { slug: string; day: string }): string | null;
  /** Changes to other files of the document's folder. */
  planNeighbors?(
    content: Content,
    place: {
      folder: string;
      files: readonly FolderFile[];
      name: string;
      text: string;
      /** Records that a person agreed to mark as superseded, by file name or number. */
      supersede: readonly string[];
    },
  ): PlannedFile[];
  /** Names of files in the folder that the draft wants to replace and that are still in force. */
  findProposed?(content: Content, files: readonly FolderFile[]): string[];
  /** For a file shared by sessions and people: its new text, and the parts left unchanged because people edited them. */
  extend?(
    existing: string,
    content: Content,
    options: { rendering: Rendering; shownAs: string },
  ): { text: string; edited: string[] };
  /** For a file shared by sessions: maps the ids of a session's items to their ids in the file. */
  findIds?(existing: string, session: Session, options: { shownAs: string }): ReadonlyMap<string, string>;
  /** How `s2s lint` recognizes and checks the document; null if it has no rules. */
  lint: DocumentLint | null;
}

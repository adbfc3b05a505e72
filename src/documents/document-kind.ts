/**
 * One kind of document: what a draft of it holds, how it is shown, where it is kept and how it is checked. A kind is a
 * folder with a descriptor and one line in `document-kinds.ts`.
 */
import type * as z from 'zod';
import type { Session } from '../domain/session.ts';
import type { ItemType, OutputType } from '../domain/vocabulary.ts';
import type { DocsPaths } from './document-paths.ts';
import type { DocumentLint } from './lint/document-lint.ts';
import type { Rendering } from './rendering.ts';
import type { TemplateValues } from './template-engine.ts';

/** What was drafted or assembled; each kind reads it by its own schema. */
export type Content = Record<string, unknown>;

/** A markdown file of a folder, by its name without the folder. */
export interface FolderFile {
  name: string;
  text: string;
}

/** One file of a plan. Paths are relative to the project, with slashes. */
export interface PlannedFile {
  path: string;
  text: string;
  /** What the file is to the session. */
  kind: 'document' | 'index' | 'superseded';
  /** `keep`: it stays as it is, because a person edited it or nothing changed. */
  action: 'create' | 'update' | 'keep';
}

/** A document as its template is filled. */
export interface DocumentView {
  /** Beside those that all kinds share, or in their place. */
  values: TemplateValues;
  /** What a template that people replaced may not leave out: the first below the title, the others at the end. */
  required?: readonly string[];
  /** The line that ends the file, given all text above it; by default the mark of the session. */
  end?: (text: string) => string;
}

export interface DocumentKind {
  type: OutputType;
  /** The kinds of item that a discussion towards it looks for, beside what is none of them. */
  items: readonly ItemType[];
  /** The draft's schema: lenient when reading; its JSON Schema (output side) is what a model is asked for. */
  schema: z.ZodType<Content>;
  /** Advice to the synthesizer, at most 900 characters. */
  brief: string;
  /** Words that a draft may have in all, which the brief names. */
  draftWords: number;
  /** Content from items, decisions and rounds alone, when no draft can be had. */
  assemble(session: Session): Content;
  /** Citations in a draft that name a round or seat that is not in the session, as `path: round/seat`. */
  findUnsupported(content: Content, session: Session): string[];
  /** The values of `templates/<type>.md`. */
  view(content: Content, rendering: Rendering): DocumentView;
  /** Where it is kept, relative to the project, and its name where nothing else decides it; `slug` says what it is about. */
  findHome(session: Session, docsPaths: DocsPaths, slug: string): { folder: string; file: string };
  /** Whether it may link to the project's decision records. */
  linksRecords: boolean;
  /** Whether its template prints what is contested in a part of its own. */
  printsContested: boolean;
  /** The name of a new file where the folder has a way of its own to name them, else null; `day` is `YYYYMMDD`. */
  chooseName?(files: readonly FolderFile[], named: { slug: string; day: string }): string | null;
  /** Changes to other files of its folder. */
  planNeighbors?(
    content: Content,
    place: {
      folder: string;
      files: readonly FolderFile[];
      name: string;
      text: string;
      /** Records that the person said may be marked as superseded, by file name or number. */
      supersede: readonly string[];
    },
  ): PlannedFile[];
  /** Names of files of its folder that the draft wants to replace and that are still in force. */
  findProposed?(content: Content, files: readonly FolderFile[]): string[];
  /** For a file that many sessions and people write: its new text, and the parts left alone because people edited them. */
  extend?(
    existing: string,
    content: Content,
    options: { rendering: Rendering; shownAs: string },
  ): { text: string; edited: string[] };
  /** For a file that many sessions write: the ids that a session's items have there, by those of the session. */
  findIds?(existing: string, session: Session, options: { shownAs: string }): ReadonlyMap<string, string>;
  /** How `s2s lint` knows and checks it; null when nothing is asked of it. */
  lint: DocumentLint | null;
}

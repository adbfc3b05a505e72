/** The form of a document, as the loop knows it: what it is made of, and what its writer is told. */
import type { DetailId, ItemKind, OutputType } from '../vocabulary.ts';

/** A section that the writer fills; a draft may add more and leave out those that have nothing to say. */
export interface FormSection {
  id: string;
  /** The English heading. */
  title: string;
  /** The headings by language (first subtag of BCP 47) that a text of this form has; in others the writer brings its own. */
  titles?: Readonly<Record<string, string>>;
  /** What belongs in it, for the writer. */
  about: string;
}

/** A field that items of a form have besides the usual ones. */
export interface ItemDetail {
  id: DetailId;
  /** What belongs in it, for the writer. */
  about: string;
  /** The words that it may hold; free text when absent. */
  choices?: readonly string[];
  /** Whether an item may do without it. */
  mayBeEmpty?: boolean;
}

export interface DocumentForm {
  type: OutputType;
  /** What the document is called in sentences: `decision record`. */
  name: string;
  /** The kinds of item that it is made of; the first is that of an item whose kind cannot be read. */
  kinds: readonly ItemKind[];
  sections: readonly FormSection[];
  /** Advice to the writer on what makes a good document of this kind. */
  brief: string;
  /** The most words of the printed text. A draft is held to nine tenths of it. */
  words: number;
  /** Whether a short text is as good, because there may be little to say: its length is then a limit and no aim. */
  mayBeShort?: boolean;
  /** Whether its items carry a priority. */
  hasPriorities: boolean;
  /** Fields that items must have besides title and text; see `listNeeds`. */
  needs: readonly ('why' | 'check')[];
  details?: readonly ItemDetail[];
  /** One last call: what is not signed there is not changed and not decided by anybody. */
  callsOnce?: boolean;
  /** Whether ways are weighed, in a table. */
  hasWays: boolean;
}

/** The kinds of item that demand or decide something; risks, exclusions, parts and ideas need no reason and no check of their own. */
const demanding: readonly ItemKind[] = [
  'requirement',
  'rule',
  'quality',
  'decision',
  'principle',
  'interface',
  'finding',
  'package',
  'verdict',
];

/** The fields that an item of this kind must have in a document of this form. */
export function listNeeds(form: DocumentForm, kind: ItemKind): readonly ('why' | 'check')[] {
  return demanding.includes(kind) ? form.needs : [];
}

/** A file of the project that a text is added to: what it holds already, and the highest number of each prefix in it. */
export interface ExtendedFile {
  path: string;
  /** `isDecided`: its head says that a person decided it. */
  items: readonly { id: string; title: string; text: string; isDecided?: boolean }[];
  highest: Readonly<Record<string, number>>;
}

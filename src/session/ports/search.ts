/** What a search looks through, and what it finds. */
import * as z from 'zod';

/** What can be found: sessions by their topics, items, what seats said, requirements and documents of the project. */
export const foundKinds = ['session', 'item', 'position', 'requirement', 'document'] as const;

/** One thing that can be found. */
export const searchableSchema = z.object({
  kind: z.enum(foundKinds),
  /** The id of a session, an item or a requirement; the seat of a position; the path of a document. */
  id: z.string(),
  title: z.string(),
  text: z.string(),
  status: z.string(),
  /** What replaced it; null while it is in force. */
  replaced_by: z.string().nullable(),
  /** For a position: the round in which it was said. */
  round: z.number().nullable(),
});

/** All that can be found in one session or document. The first entry stands for the whole: its title counts a little for the others. */
export interface SearchSource {
  /** The session itself, or the session that a document was written from; null for a document that people wrote. */
  session: string | null;
  /** True for a rehearsal or a replay, which is listed after what was decided. */
  isAside: boolean;
  entries: Searchable[];
}

export const searchHitSchema = searchableSchema.omit({ text: true }).extend({
  session: z.string().nullable(),
  topic: z.string().nullable().describe('of that session'),
  excerpt: z.string().describe('a piece of its text with the words in it'),
  /** The file to open, as messages show it, and the line of the excerpt, if known. */
  file: z.string(),
  line: z.number().nullable(),
  /** How many of the wanted words it contains. */
  held: z.number(),
  /** Ranks it among hits with as many of the words: higher comes first. */
  score: z.number(),
});

/** Something that was found. */
export type SearchHit = z.infer<typeof searchHitSchema>;

/** The best hits, best first: those with all of the words, or, where nothing has all, those with the most. */
export interface SearchFindings {
  hits: SearchHit[];
  /** How many things contain so many of the words, by that number, for the number that the hits contain; 10,000 are counted. */
  totals: number[];
  /** Sessions whose document says that another one replaced it. */
  superseded: { session: string; by: string }[];
  /** What could not be searched. */
  unread: { file: string; reason: string }[];
  /** Sessions and documents that are still to be read for the index, and are not searched yet. */
  pending: number;
}

export type Searchable = z.infer<typeof searchableSchema>;

/** Names of new documents. */
import type { Session } from '../domain/session.ts';
import { createSlug } from '../text/slug.ts';
import { fillWords } from '../text/words.ts';
import { slugOf } from './document-paths.ts';

/** The longest slug of a document's name where the configuration does not say. */
const defaultSlugLength = 30;

/**
 * What a new document is called: its title in a few words, which say what was decided where the topic only asks. Without a title of
 * its own it is called as the session is.
 */
export function nameDocument(
  session: Session,
  { title, maxLength = defaultSlugLength }: { title: string | null; maxLength?: number | undefined },
): string {
  const bare = (title ?? '').replace(/^(?:adr[-_ #]*)?\d{1,5}\s*[-–—.:]\s*/i, '');
  const words = createSlug(bare, maxLength).split('-');
  // A name that was cut does not end with a word that leads on.
  while (words.length > 1 && fillWords.has(words.at(-1) ?? '')) words.pop();
  return words.join('-') || slugOf(session);
}

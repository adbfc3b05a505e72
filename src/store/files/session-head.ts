/**
 * Reads the few values of a session file that a list shows, without its rounds and without parsing the head:
 * top-level keys are at the start of a line, so each value can be cut out of the text. A thousand sessions are listed
 * in about 0.1 s this way; parsing them whole takes about 7 s.
 */
import { type SessionHead, sessionHeadSchema } from '../../domain/session-head.ts';
import { schemaVersion } from '../../domain/vocabulary.ts';
import { type PlacedFile, readPiecesSync } from '../../files/read-file-sync.ts';
import { readYaml } from '../../text/parse-yaml.ts';
import { readSchemaVersion } from '../migrate/migrations.ts';
import { describeInvalid, describeTooNew, parseSession } from './session-parse.ts';

const wantedKeys = Object.keys(sessionHeadSchema.shape);
const chunkBytes = 8 * 1024;
/** Reading stops here; a longer head leads to reading the whole file. */
const mostHeadBytes = 1024 * 1024;

/**
 * Reads the head of one session file; a file in another form is read whole. Synchronous, which makes ten thousand small reads
 * several times faster. Throws SESSION_INVALID, SESSION_TOO_NEW, FILE_UNREADABLE, FILE_OUTSIDE_PROJECT.
 */
export function readSessionHead(
  path: string,
  { shownAs, root, readWhole }: PlacedFile & { readWhole: () => string },
): SessionHead {
  const text = readHeadText(path, { shownAs, root });
  const found = new Map<string, unknown>();
  for (const key of ['schema_version', ...wantedKeys]) {
    const source = cutValue(text, key);
    if (source !== null) found.set(key, readScalar(source));
  }
  const version = readSchemaVersion(Object.fromEntries(found));
  if (version !== null && version > schemaVersion) throw describeTooNew(shownAs, version);
  const result = sessionHeadSchema.safeParse(Object.fromEntries(found));
  if (result.success && version === schemaVersion) return result.data;
  return sessionHeadSchema.parse(parseSession(readWhole(), shownAs).session);
}

/** Reads on until the last wanted key is complete, the rounds begin, or the file ends. */
function readHeadText(path: string, place: PlacedFile): string {
  let text = '';
  let end = -1;
  readPiecesSync(path, { ...place, pieceBytes: chunkBytes }, (piece) => {
    // As latin1, so that a character cut at a chunk's edge survives: the bytes are decoded as UTF-8 in the end.
    text += piece.toString('latin1');
    end = findHeadEnd(text);
    return end === -1 && text.length < mostHeadBytes;
  });
  return Buffer.from(end === -1 ? text : text.slice(0, end), 'latin1').toString('utf8');
}

function findHeadEnd(text: string): number {
  const total = text.indexOf('\ntotal_rounds:');
  const totalEnd = total === -1 ? -1 : text.indexOf('\n', total + 1);
  // `total_turns`, if present, is the next line.
  const end = totalEnd === -1 ? -1 : text.indexOf('\n', totalEnd + 1);
  if (end === -1) return text.indexOf('\nrounds:');
  return (text.startsWith('total_turns:', totalEnd + 1) ? end : totalEnd) + 1;
}

/** The source of a top-level value: from its colon to the next unindented line. */
function cutValue(text: string, key: string): string | null {
  const start = text.startsWith(`${key}:`) ? 0 : text.indexOf(`\n${key}:`) + 1;
  if (start === 0 && !text.startsWith(`${key}:`)) return null;
  let end = text.indexOf('\n', start);
  while (end !== -1 && (text[end + 1] === ' ' || text[end + 1] === '\n')) end = text.indexOf('\n', end + 1);
  return text.slice(start + key.length + 1, end === -1 ? text.length : end);
}

/** Most values are plain words; only escaped, multi-line and unusual values need the parser. */
function readScalar(source: string): unknown {
  const plain = source.trim();
  if (plain === 'null' || plain === '') return null;
  if (plain === 'true' || plain === 'false') return plain === 'true';
  if (/^[0-9]{1,15}$/.test(plain)) return Number(plain);
  if (/^[A-Za-z][^\n\r\t#:\u007f-\u009f]*$/.test(plain) && !/^(?:null|true|false)$/i.test(plain))
    return plain;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(plain) || /^\d{8}-\d{6}-[a-z0-9-]+$/.test(plain)) return plain;
  if (/^"[^"\\\n]*"$/.test(plain)) return plain.slice(1, -1);
  const reading = readYaml(`value:${source}\n`, '');
  if (reading.problems.length > 0) return undefined;
  const value = reading.value;
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : undefined;
}

/** Throws SESSION_INVALID when the id in the head is not the one in the file's name. */
export function assertHeadId(head: { id: string }, { id, shownAs }: { id: string; shownAs: string }): void {
  if (head.id === id) return;
  throw describeInvalid(shownAs, [
    { file: shownAs, message: `id: says ${head.id}, but the name of the file says ${id}` },
  ]);
}

/** Answers the look-ups of seats in one project. Made once for a run; it keeps the list of files, but none of their content. */

import { runGit } from '../files/ask-git.ts';
import { S2sError } from '../session/errors.ts';
import { type Evidencer, type Finding, formatHit, formatLookUp, type LookUp } from '../session/evidence.ts';
import type { Evidence } from '../session/records.ts';
import { replaceEmbedded } from '../text/embedded-data.ts';
import { findSecretText } from '../text/secrets/secret-files.ts';
import { checkQuotation } from './check-quotation.ts';
import { isAsCommitted } from './is-as-committed.ts';
import { largestFile, listProjectFiles, type ProjectFile, type ProjectFiles } from './project-files.ts';
import { describeText, drawProjectMap } from './project-map.ts';
import { type FileText, readProjectFile } from './read-project-file.ts';
import { searchFiles } from './search-files.ts';
import { formatAddress } from './web-address.ts';

/** How many lines `read` gives when no end is named, and how many entries `log` gives. */
const defaultLines = 300;
const logEntries = 12;

/** Why a file or folder of a sparse checkout is not shown. */
const notHere = 'git tracks it, but it is not checked out here';

interface Listing extends ProjectFiles {
  byPath: Map<string, ProjectFile>;
  absentPaths: Set<string>;
}

/** `findDecisions` answers the look-up `decisions`: it searches earlier decisions of the project for words. */
export interface OpenProjectOptions {
  root: string;
  findDecisions: (words: string) => Promise<string>;
}

/** Opens a project for look-ups. Nothing is read before the first question. */
export function openProject({ root, findDecisions }: OpenProjectOptions): Evidencer {
  let listing: Promise<Listing> | null = null;
  const list = () => {
    listing ??= listProjectFiles(root)
      .catch(showNothing)
      .then((found) => ({
        ...found,
        byPath: new Map(found.files.map((file) => [file.path, file])),
        absentPaths: new Set(found.absent),
      }));
    return listing;
  };

  async function open(path: string): Promise<FileText> {
    const { byPath, absentPaths } = await list();
    const file = byPath.get(path);
    if (file === undefined)
      return {
        text: null,
        refused: absentPaths.has(path) ? notHere : 'the project has no such file that may be shown',
      };
    if (file.size > largestFile) return { text: null, refused: `it is larger than ${largestFile / 1024} kB` };
    return readProjectFile(root, path);
  }

  async function answer(wanted: LookUp, signal: AbortSignal): Promise<Omit<Finding, 'title'>> {
    switch (wanted.look_up) {
      case 'list':
        return listFolder(await list(), tidyPath(wanted.path));
      case 'read': {
        const { text, refused } = await open(tidyPath(wanted.path));
        return text === null
          ? { text: `Not shown: ${refused}.`, found: false }
          : { text: numberLines(replaceEmbedded(text), wanted), found: true };
      }
      case 'search': {
        const { byPath, absent } = await list();
        const path = wanted.path === null ? '' : tidyPath(wanted.path);
        if (path.split('/').includes('..'))
          return { text: 'Not searched: it leads out of the project.', found: false };
        if (path !== '' && ![...byPath.keys(), ...absent].some((each) => isBelow(each, path)))
          return {
            text: 'Not searched: the project has no such file or folder that may be shown.',
            found: false,
          };
        const { hits, more } = await searchFiles(wanted.text, {
          root,
          path: path === '' ? null : path,
          largestFile,
          isAllowed: (found) => byPath.has(found),
          signal,
        });
        // The content matters too: no look-up shows a file that holds a key.
        const open = new Map<string, boolean>();
        for (const each of new Set(hits.map((hit) => hit.path)))
          open.set(each, (await readProjectFile(root, each)).text !== null);
        const places = hits.filter((hit) => open.get(hit.path));
        // What is not on the disk is not searched, and "nothing" would be taken for a fact.
        const gaps = absent.filter((each) => isBelow(each, path)).length;
        const unseen =
          gaps === 0 ? [] : [`(not searched, since git tracks them but they are not checked out: ${gaps})`];
        if (places.length === 0) return { text: ['Nothing found.', ...unseen].join('\n'), found: false };
        return {
          places,
          text: [
            ...places.map(formatHit),
            ...(more ? ['(and more: search in one file or folder, or for fewer words)'] : []),
            ...unseen,
          ].join('\n'),
          found: true,
        };
      }
      case 'log': {
        const path = tidyPath(wanted.path);
        const { files, absent } = await list();
        const isKnown = [...files.map((file) => file.path), ...absent].some((each) => isBelow(each, path));
        if (!isKnown)
          return { text: 'Not shown: the project has no such file that may be shown.', found: false };
        const format = [
          '--no-ext-diff',
          '--no-textconv',
          '-s',
          `-n${logEntries}`,
          '--date=short',
          '--format=%h %ad %an: %s',
        ];
        const text = leaveOutSecrets(
          (await runGit(root, ['log', ...format, '--', path === '' ? '.' : path], { signal })) ?? '',
        );
        return text === '' ? { text: 'No history.', found: false } : { text, found: true };
      }
      case 'decisions': {
        const text = leaveOutSecrets(await findDecisions(wanted.words));
        return text === '' ? { text: 'Nothing found.', found: false } : { text, found: true };
      }
    }
  }

  return {
    async map({ maxBytes }) {
      const { files, absent } = await list();
      const describe = async (file: ProjectFile) => {
        const { text } = await open(file.path);
        return text === null ? '' : describeText(text);
      };
      return drawProjectMap(files, { maxBytes, describe, absent: absent.length });
    },

    async lookUp(wanted, { maxBytes, signal }) {
      const finding = await answer(wanted, signal);
      signal.throwIfAborted();
      return { ...finding, title: formatLookUp(wanted), text: cutBytes(finding.text, maxBytes) };
    },

    async check(evidence) {
      const { repository, byPath, absentPaths } = await list();
      return Promise.all(
        evidence.map(async (each): Promise<Evidence> => {
          const path = tidyPath(each.path);
          const { text } = await open(path);
          const result = text === null ? null : checkQuotation(text, { quote: each.quote, line: each.line });
          if (result === null || result.found === 'no') {
            const isThere = byPath.has(path) || absentPaths.has(path);
            const found = text === null && isThere ? 'withheld' : 'no';
            return { ...each, found, commit: null };
          }
          const place = { ...each, path, line: result.line, found: result.found };
          // A file that was changed since the last commit is at no commit.
          if (repository === null || !(await isAsCommitted(root, path))) return { ...place, commit: null };
          const { commit, remote, prefix } = repository;
          const url = formatAddress(remote, { commit, path: prefix + path, line: result.line });
          return { ...place, commit, ...(url === null ? {} : { url }) };
        }),
      );
    },
  };
}

/** Where git cannot say what is ignored, nothing is shown; a session that begins there is told why. */
function showNothing(error: unknown): ProjectFiles {
  if (error instanceof S2sError && error.code === 'GIT_SILENT')
    return { files: [], absent: [], repository: null };
  throw error;
}

/** Removes the lines that look like secrets. */
function leaveOutSecrets(text: string): string {
  const lines = text.trim().split('\n');
  return lines.filter((line) => findSecretText(line) === null).join('\n');
}

/** Writes a path as in the list of files: `./src/`, `/src` and `src\\` become `src`. */
function tidyPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** Whether a path is a file or folder, or lies below it; anything lies below ''. */
function isBelow(path: string, top: string): boolean {
  return top === '' || path === top || path.startsWith(`${top}/`);
}

function listFolder({ files, absent }: ProjectFiles, path: string): Omit<Finding, 'title'> {
  const prefix = path === '' ? '' : `${path}/`;
  const inside = files.filter((file) => file.path.startsWith(prefix));
  if (inside.length === 0) {
    const isHere = !absent.some((each) => isBelow(each, path));
    const why = isHere ? 'The project has no such folder that may be shown.' : `Not shown: ${notHere}.`;
    return { text: why, found: false };
  }
  const entries = new Map<string, number>();
  for (const file of inside) {
    const [name = '', ...rest] = file.path.slice(prefix.length).split('/');
    const key = rest.length > 0 ? `${name}/` : name;
    entries.set(key, (entries.get(key) ?? 0) + (rest.length > 0 ? 1 : file.size));
  }
  const lines = [...entries].map(([name, amount]) =>
    name.endsWith('/') ? `${name} (${amount} files)` : `${name} (${amount} B)`,
  );
  return { text: lines.join('\n'), found: true };
}

/** Puts line numbers before the lines, which quotations need. */
function numberLines(text: string, { from, to }: { from: number; to: number | null }): string {
  const lines = text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
  const first = Math.max(1, Math.min(from, lines.length));
  const last = Math.min(lines.length, Math.max(first, to ?? first + defaultLines - 1));
  const shown = lines.slice(first - 1, last).map((line, index) => `${first + index}\t${line}`);
  return last < lines.length ? `${shown.join('\n')}\n(${lines.length} lines in all)` : shown.join('\n');
}

/** Cuts a text after the last line that fits in `maxBytes`, with a note. */
function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const note = '\n(cut here)';
  const part = Buffer.from(text)
    .subarray(0, Math.max(0, maxBytes - note.length))
    .toString('utf8')
    .replace(/\ufffd+$/, '');
  const end = part.lastIndexOf('\n');
  return `${end > 0 ? part.slice(0, end) : part}${note}`;
}

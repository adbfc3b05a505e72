/** Tells places for text from places where other programs act on what they find, so that a document does not become an instruction. */
import { foldName } from './git-folder.ts';

/** Folders of s2s itself for documents, which nothing acts on. */
const ownFolder = /^\.s2s\/(?:decisions|specifications|architecture)(?:\/|$)/;

/** Files that assistants obey, by the names under which they are known. */
const obeyed =
  /^(?:agents|claude|gemini|qwen|warp|crush|conventions|skill|copilot-instructions)(?:\.[\w-]+)?\.md$/;

/**
 * Whether a path, relative to a project, leads to where other programs act on files: a folder or file whose name begins with a dot
 * (`.github`, `.claude`, `.husky`), `node_modules`, or a file that assistants obey. Names count as on every file system, also the short
 * names of Windows.
 */
export function isActedOn(path: string): boolean {
  const names = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..');
  if (ownFolder.test(names.join('/'))) return false;
  return names
    .map((name) => foldName(name).replace(/[. ]+$/, ''))
    .some((name) => name.startsWith('.') || name === 'node_modules' || /~\d/.test(name) || obeyed.test(name));
}

/** Plans what a new decision record changes in its folder: the index, and the records that it replaces. */
import type { FolderFile, PlannedFile } from '../document-kind.ts';
import { joinPath } from '../document-paths.ts';
import { heading } from '../markdown/text.ts';
import { extendIndex, listRecords, readTitle } from './record-folder.ts';
import type { AdrContent } from './schema.ts';
import { supersede } from './supersede.ts';
import { findRecord } from './view.ts';

/**
 * Adds the record to the folder's index. A record that the draft wants to replace is marked only if a person agreed to it
 * (`supersede`, by file name or number): a model wrote the draft, but the decision in force belongs to people.
 */
export function planNeighbors(
  content: AdrContent,
  record: {
    folder: string;
    files: readonly FolderFile[];
    name: string;
    text: string;
    supersede: readonly string[];
  },
): PlannedFile[] {
  const { folder, files, name, text, supersede: agreed } = record;
  const others = files.filter((one) => one.name !== name);
  const title = heading(readTitle({ name, text }), name);
  const date = /^date: (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1] ?? '';
  const status = /^status: (\w+)/m.exec(text)?.[1] ?? 'proposed';
  const index = extendIndex([...others, { name, text }], { name, title, status, date });
  const replaced = findProposed(content, others)
    .filter((old) => agreed.some((one) => findRecord(one, [{ file: old.name }]) !== undefined))
    .flatMap((old) => supersede(old, { name, title }) ?? []);
  const update = (file: FolderFile, kind: PlannedFile['kind']): PlannedFile => ({
    path: joinPath(folder, file.name),
    text: file.text,
    kind,
    action: 'update',
  });
  return [
    ...(index === null ? [] : [update(index, 'index')]),
    ...replaced.map((file) => update(file, 'superseded')),
  ];
}

/** The records of the folder that a draft wants to replace and that are not yet superseded. */
export function findProposed(content: AdrContent, files: readonly FolderFile[]): FolderFile[] {
  const known = listRecords(files).map((one) => ({ ...one, file: one.name }));
  const found = content.supersedes.flatMap((named) => findRecord(named, known) ?? []);
  return [...new Set(found)].filter((old) => supersede(old, { name: '', title: '' }) !== null);
}

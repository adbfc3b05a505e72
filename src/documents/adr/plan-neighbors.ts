/** What a new decision record changes in its folder: the index, and the records that it replaces. */
import type { Session } from '../../domain/session.ts';
import type { FolderFile, PlannedFile } from '../document-kind.ts';
import { joinPath } from '../document-paths.ts';
import { heading } from '../markdown/text.ts';
import { extendIndex, listRecords, readTitle, supersede } from './record-folder.ts';
import type { AdrContent } from './schema.ts';
import { decideStatus, findRecord } from './view.ts';

/** Adds the record to the folder's index; once a person accepted it, the records that it replaces say so. */
export function planNeighbors(
  session: Session,
  content: AdrContent,
  record: { folder: string; files: readonly FolderFile[]; name: string; text: string },
): PlannedFile[] {
  const { folder, files, name, text } = record;
  const others = files.filter((one) => one.name !== name);
  const title = heading(readTitle({ name, text }), name);
  const status = decideStatus(session);
  const date = /^date: (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1] ?? '';
  const index = extendIndex([...others, { name, text }], { name, title, status, date });
  const replaced =
    status === 'accepted'
      ? content.supersedes.flatMap((named) => {
          const known = listRecords(others).map((one) => ({ ...one, file: one.name }));
          const old = findRecord(named, known);
          return old === undefined ? [] : (supersede(old, { name, title }) ?? []);
        })
      : [];
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

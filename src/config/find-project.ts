import path from 'node:path';
import { isFolder } from '../files/list-folder.ts';

/** Where a project keeps what belongs to s2s. Both are absolute paths. */
export interface ProjectPlace {
  root: string;
  /** `<root>/.s2s` */
  s2sDir: string;
}

/** Walks up from `cwd` to the nearest folder that holds a `.s2s` folder; null when there is none up to the file system's root. */
export async function findProject(cwd: string): Promise<ProjectPlace | null> {
  let root = path.resolve(cwd);
  for (;;) {
    const s2sDir = path.join(root, '.s2s');
    if (await isFolder(s2sDir)) return { root, s2sDir };
    const parent = path.dirname(root);
    if (parent === root) return null;
    root = parent;
  }
}

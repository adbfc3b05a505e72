/** The project as the seats of a session see it: its files without secrets, and its earlier decisions. */
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { copyProject, type ProjectCopy } from '../../evidence/copy-project.ts';
import { openProject } from '../../evidence/open-project.ts';
import { listProjectPaths } from '../../evidence/project-files.ts';
import { S2sError } from '../../session/errors.ts';
import type { Evidencer } from '../../session/evidence.ts';
import type { AppParts } from '../app-parts.ts';
import type { Notice } from '../notice.ts';
import { readEarlierDecisions } from './earlier-decisions.ts';

/** Opens the project of an app. Reads nothing before the first look-up; removes the keys in use from everything it returns. */
export function openEvidence(
  parts: Pick<AppParts, 'root' | 'repository' | 'findDecisionFolders' | 'redact' | 'redactData'>,
  { docs }: Pick<ResolvedConfig, 'docs'>,
): Evidencer {
  const project = openProject({
    root: parts.root,
    findDecisions: async (words) => {
      const found = await readEarlierDecisions(parts, { topic: words, docs, isLookUp: true });
      return found
        .map(({ source, title, status, outcome }) => {
          const standing = status === '' ? '' : ` (${status})`;
          return `${source}${standing}: ${title}${outcome === '' ? '' : `. ${outcome}`}`;
        })
        .join('\n');
    },
  });
  return {
    map: async (options) => parts.redact(await project.map(options)),
    lookUp: async (wanted, options) => parts.redactData(await project.lookUp(wanted, options)),
    check: (places, options) => project.check(places, options),
  };
}

/** A copy of the files that seats may see, for programs that read files themselves. Made on first use. */
export function openCopy({ root, world, redact }: Pick<AppParts, 'root' | 'world' | 'redact'>): {
  open: () => Promise<string>;
  remove: () => Promise<void>;
} {
  let made: Promise<ProjectCopy> | null = null;
  const place = world.env['TMPDIR'] || world.env['TEMP'] || world.env['TMP'] || '/tmp';
  return {
    open: async () => {
      made ??= copyProject(root, { place, redact });
      return (await made).folder;
    },
    remove: async () => (await made?.catch(() => null))?.remove(),
  };
}

/** Why nothing of the project can be shown, as a warning with what to do; null if it can. */
export async function explainHidden({ root }: Pick<AppParts, 'root'>): Promise<Notice | null> {
  try {
    await listProjectPaths(root);
    return null;
  } catch (error) {
    if (!(error instanceof S2sError) || error.code !== 'GIT_SILENT') throw error;
    return { level: 'warning', text: `${error.message} ${error.hint ?? ''}` };
  }
}

/** Whether the project has files besides those of s2s: in an empty project there is nothing to look up. */
export async function hasProjectFiles(evidence: Pick<Evidencer, 'map'>): Promise<boolean> {
  const map = await evidence.map({ maxBytes: 4_000 });
  return map.split('\n').some((line, index) => index > 0 && !/^(?:\.s2s\/|\(\d+ more lines\))/.test(line));
}

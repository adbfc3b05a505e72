/** Checks documents against the forms that they are in. */

import path from 'node:path';
import { type ConfigLayer, collectNamed } from '../../config/layers.ts';
import { loadConfig, refuseConfig } from '../../config/load-config.ts';
import { type LintResult, lintFile, refuseUnreadable } from '../../documents/lint/lint-file.ts';
import { findUnknownRule, lintRules } from '../../documents/lint/lint-rules.ts';
import type { RuleSettings } from '../../documents/lint/switches.ts';
import { isReachable } from '../../files/list-folder.ts';
import { readNamedFile } from '../../files/read-named-file.ts';
import { listMarkdownNames, splitRecordPath } from '../../files/record-paths.ts';
import { findUsed, listMarkdownPaths, requirementFolders } from '../../project/decision-files.ts';
import type { FileProblem } from '../../session/errors.ts';
import type { Progress } from '../../session/ports/repository.ts';
import type { AppParts } from '../app-parts.ts';
import type { AppWorld } from '../world.ts';

/** The findings in one file, under the name that the person gave. */
export type LintedFile = LintResult & { file: string };

/** What linting needs from outside. */
export interface LintOptions {
  /** The folder to which paths are relative. */
  cwd: string;
  world: AppWorld;
  tell?: Progress | undefined;
}

/**
 * Checks files one after the other, by the rules of the configuration in effect in `cwd`. Of several files, an unreadable one is only an
 * error of that file; a single file throws FILE_MISSING, FILE_UNREADABLE or FILE_TOO_LARGE. Throws CONFIG_INVALID, also for a rule that
 * does not exist.
 */
export async function lintFiles(files: readonly string[], options: LintOptions): Promise<LintedFile[]> {
  const { cwd, world } = options;
  const { layers, warnings, project } = await loadConfig({ cwd, env: world.env, home: world.home });
  const unknown = findUnknownRules(layers);
  if (unknown.length > 0) throw refuseConfig(unknown, warnings);
  const rules = readRuleSettings(layers);
  const root = project?.root ?? cwd;
  const results: LintedFile[] = [];
  for (const [index, file] of files.entries()) {
    options.tell?.(index, files.length);
    const checked = lintNamed(file, { cwd, root, rules });
    results.push({
      file,
      ...(files.length === 1 ? await checked : await checked.catch(refuseUnreadable)),
    });
  }
  return results;
}

/** The project's decision records, requirements and architecture descriptions, where it keeps them; relative to its root. */
export async function listDocuments({ root, findDecisionFolders, findDocs }: AppParts): Promise<string[]> {
  const { decisions, specifications, architecture } = await findDocs();
  const requirements = await findUsed(root, requirementFolders);
  const places = [decisions, ...(await findDecisionFolders()), specifications, ...requirements, architecture];
  const listed = await listMarkdownPaths(root, places);
  const isThere = await Promise.all(listed.map((file) => isReachable(path.join(root, file))));
  return listed.filter((_, index) => isThere[index]).sort();
}

async function lintNamed(
  file: string,
  { cwd, root, rules }: { cwd: string; root: string; rules: RuleSettings },
): Promise<LintResult> {
  const text = await readNamedFile(file, cwd, {
    root,
    command: 's2s lint',
    emptyPattern:
      'No file matches the pattern. Documents are written by s2s design, specs and brainstorm, or by s2s roundtable export --output FILE.',
  });
  const { folder } = splitRecordPath(path.resolve(cwd, file).replaceAll(path.sep, '/'));
  return lintFile(text, file, { rules, siblings: await listMarkdownNames(folder).catch(() => []) });
}

const place = 'lint.rules';

/** All rules, with the severity that they have without settings, and a sentence on each. */
export function listRules(): { rule: string; severity: string; says: string }[] {
  return Object.entries(lintRules).map(([rule, line]) => ({ rule, ...line }));
}

/** The settings, by the name of a rule or a group; the highest layer that names it wins. */
function readRuleSettings(layers: readonly ConfigLayer[]): RuleSettings {
  return Object.fromEntries(collectNamed(layers, place)) as RuleSettings;
}

/** Finds names that are neither a rule nor a group, with their place in the configuration. */
export function findUnknownRules(layers: readonly ConfigLayer[]): FileProblem[] {
  return layers.flatMap(({ entries }) =>
    [...entries.values()].flatMap(({ path, file, line, column }): FileProblem[] => {
      const [group, list, name = ''] = path;
      const problem = `${group}.${list}` === place ? findUnknownRule(name) : null;
      if (problem === null) return [];
      const at = { line: line ?? undefined, column: column ?? undefined };
      return [{ file: file ?? 'config.yaml', ...at, message: `"${place}": ${problem}` }];
    }),
  );
}

import path from 'node:path';
import { readConfig } from '../config/read-config.ts';
import { type ErrorCode, S2sError } from '../domain/errors.ts';
import { isFolder, listNames } from '../files/list-folder.ts';
import { readFileBounded } from '../files/read-file.ts';
import { findDecisionFolder } from './decision-files.ts';
import {
  cleanLine,
  cutAtSentence,
  type Finding,
  type FoundProject,
  type ManifestFacts,
  pointLists,
} from './found-project.ts';
import * as build from './read-build-files.ts';
import * as manifests from './read-manifests.ts';
import { readDefaultBranch, readLicense } from './read-project-texts.ts';
import { readReadme } from './read-readme.ts';

/** The largest file that is read, in bytes. */
const fileLimit = 1024 * 1024;

/** Files to read, each with its reader. The first one that has a name or description determines it. */
const readers: readonly { name: RegExp; read: manifests.ManifestReader }[] = [
  { name: /^package\.json$/, read: manifests.readPackageJson },
  { name: /^pyproject\.toml$/, read: manifests.readPyproject },
  { name: /^Cargo\.toml$/, read: manifests.readCargo },
  { name: /^go\.mod$/, read: manifests.readGoMod },
  { name: /^settings\.gradle(\.kts)?$/, read: build.readGradleSettings },
  { name: /^pom\.xml$/, read: build.readPom },
  { name: /^build\.gradle(\.kts)?$/, read: build.readGradle },
  { name: /\.(cs|fs)proj$/, read: build.readDotnetProject },
  { name: /^composer\.json$/, read: manifests.readComposer },
  { name: /^mix\.exs$/, read: build.readMix },
  { name: /^pubspec\.yaml$/, read: manifests.readPubspec },
  { name: /^Package\.swift$/, read: build.readSwiftPackage },
  { name: /^setup\.cfg$/, read: manifests.readSetupCfg },
  { name: /^setup\.py$/, read: manifests.readSetupPy },
  { name: /^requirements\.txt$/, read: manifests.readRequirements },
  { name: /\.gemspec$/, read: build.readGemspec },
  { name: /^Gemfile$/, read: build.readGemfile },
  { name: /^CMakeLists\.txt$/, read: build.readCmake },
  { name: /^tsconfig\.json$/, read: () => ({ languages: ['TypeScript'] }) },
  { name: /^deno\.jsonc?$/, read: () => ({ languages: ['TypeScript'], stack: ['Deno'] }) },
  { name: /^Dockerfile$/, read: build.readDockerfile },
  { name: /^(docker-)?compose\.ya?ml$/, read: manifests.readCompose },
  { name: /\.tf$/, read: () => ({ stack: ['Terraform'] }) },
  { name: /^\.gitlab-ci\.yml$/, read: () => ({ stack: ['GitLab CI'] }) },
  { name: /^readme(\.md|\.markdown|\.mkd|\.txt|\.adoc|\.asciidoc|\.rst)?$/i, read: readReadme },
  { name: /^(vision|goals|scope|architecture|overview)\.md$/i, read: readPoints },
  { name: /^licen[cs]e(\.md|\.txt)?$/i, read: readLicense },
];

/** Documentation pages that say what a project is for. */
const docsPage =
  /^(?:readme|index|overview|introduction|about|vision|mission|goals|objectives|scope|requirements|constraints|architecture)\.(?:md|adoc|rst)$/i;
const docsFolders = ['docs', 'doc', 'documentation'];

/** Only the points of such a page: its title and opening are about the page itself. */
function readPoints(text: string, file: string): ManifestFacts {
  const { name: _, description: __, opening: ___, ...points } = readReadme(text, file);
  return points;
}

/** Short reasons why a file was skipped. */
const reasons: Partial<Record<ErrorCode, string>> = {
  FILE_OUTSIDE_PROJECT: 'a link that leads out of the project',
  FILE_TOO_LARGE: 'larger than 1 MiB',
};

/** Reads what a project's usual files say about it. A file that cannot be read or parsed is noted as broken and skipped. */
export async function detectProject(root: string): Promise<FoundProject> {
  const found: FoundProject = {
    name: null,
    description: null,
    languages: [],
    stack: [],
    license: null,
    opening: null,
    objectives: [],
    constraints: [],
    inScope: [],
    outOfScope: [],
    defaultBranch: null,
    decisions: null,
    broken: [],
  };
  await addOwnSettings(found, root);
  const names = (await listNames(root).catch(() => [])).sort((one, other) => (one < other ? -1 : 1));
  for (const { name, read } of readers) {
    for (const file of names.filter((each) => name.test(each))) {
      const text = await readProjectFile(root, file, found);
      if (text === null) continue;
      try {
        addFacts(found, file, read(text.replace(/^\uFEFF/, ''), file));
      } catch (error) {
        const reason = cleanLine((error as Error).message.split('\n')[0], 160) ?? 'it does not parse';
        found.broken.push({ file, reason });
      }
    }
  }
  if (names.includes('tsconfig.json'))
    found.languages = found.languages.filter(({ value }) => value !== 'JavaScript');
  for (const folder of docsFolders) {
    const pages = await listNames(path.join(root, folder)).catch(() => []);
    for (const page of pages.filter((each) => docsPage.test(each)).sort()) {
      const file = `${folder}/${page}`;
      const text = await readProjectFile(root, file, found);
      if (text !== null) addFacts(found, file, readPoints(text, page));
    }
  }
  await addFolders(found, root);
  return found;
}

/** Reads an existing `.s2s/config.yaml`, which takes precedence over the manifests. */
async function addOwnSettings(found: FoundProject, root: string): Promise<void> {
  const file = '.s2s/config.yaml';
  const text = await readProjectFile(root, file, found);
  if (text === null) return;
  const { entries, problems } = readConfig(text, file);
  for (const { message } of problems.slice(0, 1)) found.broken.push({ file, reason: message });
  addFacts(found, file, {
    name: cleanLine(entries.get('name')?.value, 100),
    description: cleanLine(entries.get('description')?.value, 2000),
  });
}

function addFacts(found: FoundProject, file: string, facts: ManifestFacts): void {
  const find = (value: string | undefined): Finding | null => (value === undefined ? null : { value, file });
  found.name ??= find(facts.name);
  found.description ??= find(facts.description && cutAtSentence(facts.description, 600));
  // "UNLICENSED" and "see LICENSE" do not name a licence.
  found.license ??= find(
    /^(?:unlicensed|none|see |proprietary$|file:)/i.test(facts.license ?? '') ? undefined : facts.license,
  );
  found.opening ??= find(facts.opening);
  for (const value of facts.languages ?? []) addOnce(found.languages, { value, file });
  for (const value of facts.stack ?? []) addOnce(found.stack, { value, file });
  for (const list of pointLists) {
    // Only the first file with such points counts.
    const others = found[list].some((finding) => finding.file !== file);
    if (!others) for (const value of facts[list] ?? []) addOnce(found[list], { value, file });
  }
}

function addOnce(list: Finding[], finding: Finding): void {
  if (!list.some((each) => each.value === finding.value)) list.push(finding);
}

async function addFolders(found: FoundProject, root: string): Promise<void> {
  const config = await readProjectFile(root, '.git/config', found);
  const originHead = await readProjectFile(root, '.git/refs/remotes/origin/HEAD', found);
  const branch = readDefaultBranch({ originHead, config });
  if (branch !== undefined) {
    const file = originHead === null ? '.git/config' : '.git/refs/remotes/origin/HEAD';
    found.defaultBranch = { value: branch, file };
  }
  const workflows = await listNames(path.join(root, '.github', 'workflows')).catch(() => []);
  if (workflows.length > 0) addOnce(found.stack, { value: 'GitHub Actions', file: '.github/workflows' });
  const decisions = await findDecisionFolder(root);
  if (decisions !== undefined) found.decisions = { value: decisions, file: decisions };
}

/** The text of a file in the project; null if there is no such file. Files that cannot be read are noted as broken. */
async function readProjectFile(root: string, file: string, found: FoundProject): Promise<string | null> {
  const target = path.join(root, file);
  try {
    const reading = await readFileBounded(target, { shownAs: file, maxBytes: fileLimit, root });
    return reading?.bytes.toString('utf8') ?? null;
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    if (await isFolder(target)) return null;
    found.broken.push({ file, reason: reasons[error.code] ?? error.message });
    return null;
  }
}

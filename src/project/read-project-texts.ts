import { cleanLine, listMatches, type ManifestFacts } from './found-project.ts';

const licenseTitles: readonly [RegExp, string][] = [
  [/MIT License/i, 'MIT'],
  [/Apache License[\s\S]{0,80}2\.0/i, 'Apache-2.0'],
  [/GNU AFFERO GENERAL PUBLIC LICENSE/i, 'AGPL-3.0'],
  [/GNU LESSER GENERAL PUBLIC LICENSE/i, 'LGPL'],
  [/GNU GENERAL PUBLIC LICENSE[\s\S]{0,80}Version 3/i, 'GPL-3.0'],
  [/GNU GENERAL PUBLIC LICENSE[\s\S]{0,80}Version 2/i, 'GPL-2.0'],
  [/Mozilla Public License/i, 'MPL-2.0'],
  [/BSD 3-Clause/i, 'BSD-3-Clause'],
  [/BSD 2-Clause/i, 'BSD-2-Clause'],
  [/ISC License/i, 'ISC'],
  [/unlicense\.org|This is free and unencumbered/i, 'Unlicense'],
];

/** Recognizes the common licences by their text. */
export function readLicense(text: string): ManifestFacts {
  const head = text.slice(0, 2000);
  return { license: licenseTitles.find(([title]) => title.test(head))?.[1] };
}

/** The default branch: the target of `refs/remotes/origin/HEAD`, else a branch in `.git/config`, preferably `main` or `master`. */
export function readDefaultBranch(texts: {
  originHead: string | null;
  config: string | null;
}): string | undefined {
  const pointed = /^ref:\s*refs\/remotes\/origin\/(\S+)/.exec(texts.originHead ?? '')?.[1];
  if (pointed !== undefined) return cleanLine(pointed, 100);
  const branches = listMatches(texts.config ?? '', /^[ \t]*\[branch\s+"([^"]+)"\]/gm);
  const usual = ['main', 'master', 'trunk', 'develop'].find((each) => branches.includes(each));
  return cleanLine(usual ?? branches[0], 100);
}

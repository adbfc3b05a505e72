import { stringify } from 'yaml';
import { writeConfigTemplate } from './config-template.ts';
import { cleanLine, type Finding, type FoundProject } from './found-project.ts';

/** Answers of the person, or values of flags; semicolons separate points. */
export interface InitAnswers {
  name?: string | undefined;
  description?: string | undefined;
  objectives?: string | undefined;
  constraints?: string | undefined;
  outOfScope?: string | undefined;
}

/** The files of a new `.s2s` folder; paths are relative to the project's root. */
export interface InitPlan {
  files: { path: string; content: string }[];
}

/** The folder's name, for a project without another name. */
export interface InitFallback {
  folderName: string;
}

/** Plans the files of `.s2s/` from findings and answers. Answers take precedence. */
export function planInit(detected: FoundProject, answers: InitAnswers, fallback: InitFallback): InitPlan {
  const found = { ...detected };
  for (const key of ['objectives', 'constraints', 'outOfScope'] as const) {
    const points = splitPoints(answers[key]);
    if (points.length > 0) found[key] = points;
  }
  const name =
    cleanLine(answers.name, 100) ?? found.name?.value ?? cleanLine(fallback.folderName, 100) ?? 'project';
  const description = cleanLine(answers.description, 2000) ?? found.description?.value ?? null;
  const said = cleanLine(answers.description, 2000);
  const overview = said ?? joinOverview(description, found.opening?.value ?? null);
  return {
    files: [
      { path: '.s2s/config.yaml', content: writeConfigTemplate({ name, description, found }) },
      { path: '.s2s/CONTEXT.md', content: writeContext({ name, overview, found }) },
      { path: '.s2s/state.yaml', content: stringify({ current_session: null }) },
      { path: '.s2s/.gitignore', content: ignoreFile },
    ],
  };
}

/** Discussions may be confidential, so sessions stay out of the repository unless somebody decides otherwise; summaries are kept. */
const ignoreFile = `# Sessions hold every word of a discussion, prompts and replies included. They stay on this machine.
# To share the minutes with the project, remove the line "/sessions/*".
/sessions/*
!/sessions/*-summary.md
/state.yaml
/agents-record.yaml
/cache/
`;

/** The description, followed by the beginning of the README unless one contains the other. */
function joinOverview(description: string | null, opening: string | null): string | null {
  if (description === null || opening === null) return description ?? opening;
  const bare = description.replace(/[.!?]$/, '');
  if (opening.includes(bare)) return opening;
  return `${bare}. ${opening}`;
}

/** Whether the stack names a language with its version. */
function hasVersion(language: string, stack: readonly Finding[]): boolean {
  return stack.some(
    ({ value }) => value.startsWith(`${language} `) && /^[\d<>=^~]/.test(value.slice(language.length + 1)),
  );
}

function writeContext(project: { name: string; overview: string | null; found: FoundProject }): string {
  const { name, overview, found } = project;
  const license =
    found.license === null ? [] : [{ ...found.license, value: `Licence: ${found.license.value}` }];
  const list = (findings: readonly Finding[]): string =>
    findings.map((finding) => `- ${writeFinding(finding)}`).join('\n');
  const scope = [
    ...(found.inScope.length === 0 ? [] : ['**In scope**:', list(found.inScope)]),
    ...(found.outOfScope.length === 0 ? [] : ['**Out of scope**:', list(found.outOfScope)]),
  ].join('\n\n');
  const sections: readonly (readonly [title: string, text: string, missing: string])[] = [
    ['Overview', overview === null ? '' : escapeInline(overview), 'what it is, in two or three sentences'],
    ['Business Domain', '', 'who it is for, and in which business'],
    ['Project Objectives', list(found.objectives), 'a point for each thing that has to be achieved'],
    [
      'Project Constraints',
      list([...found.constraints, ...license]),
      'a point for each thing that cannot be changed: budget, law, platforms, deadlines',
    ],
    ['Scope', scope, 'points under **In scope**: and **Out of scope**:'],
    [
      'Technical Stack',
      list([...found.languages.filter(({ value }) => !hasVersion(value, found.stack)), ...found.stack]),
      'languages, frameworks, databases, services',
    ],
    ['Open Questions', '', 'a point for each thing that nobody has decided yet'],
  ];
  const missing = sections.filter(([, text]) => text === '');
  return `${[
    `# ${escapeInline(name)} - Project Context`,
    '<!-- Every discussion receives this file. Keep it short and true; sections are found by their headings, in any order. -->',
    ...sections.flatMap(([title, text]) => (text === '' ? [] : [`## ${title}`, text])),
    `<!--\nNot found in the project's files. Add what only you know, each under a heading of its own:\n\n${missing
      .map(([title, , what]) => `## ${title}: ${what}`)
      .join('\n')}\n-->`,
  ].join('\n\n')}\n`;
}

function splitPoints(text: string | undefined): Finding[] {
  return (text ?? '').split(';').flatMap((point) => {
    const value = cleanLine(point, 500);
    return value === undefined ? [] : [{ value, file: '' }];
  });
}

/** A finding with the file it comes from; a person's answer has no file. */
function writeFinding({ value, file }: Finding): string {
  return file === '' ? escapeInline(value) : `${escapeInline(value)} <!-- ${escapeInline(file)} -->`;
}

/** Makes a file's text safe within a markdown line: it cannot open a comment or another structure. */
function escapeInline(text: string): string {
  return (cleanLine(text, 2000) ?? '')
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('-->', '--&gt;')
    .replace(/^([#>|=~`+*_-]|\d+[.)]\s)/, '\\$1');
}

import { stringify } from 'yaml';
import { writeConfigTemplate } from './config-template.ts';
import { cleanLine, type Finding, type FoundProject } from './found-project.ts';

/** What the person said, or what flags gave. */
export interface InitAnswers {
  name?: string | undefined;
  description?: string | undefined;
}

/** The files of a new project folder, paths relative to the project's root. */
export interface InitPlan {
  files: { path: string; content: string }[];
}

/** The name of the project's folder, for a project that has no other name. */
export interface InitFallback {
  folderName: string;
}

/** Plans the files of `.s2s/` from what was found and what the person said. Answers come before findings. */
export function planInit(found: FoundProject, answers: InitAnswers, fallback: InitFallback): InitPlan {
  const name =
    cleanLine(answers.name, 100) ?? found.name?.value ?? cleanLine(fallback.folderName, 100) ?? 'project';
  const description = cleanLine(answers.description) ?? found.description?.value ?? null;
  return {
    files: [
      { path: '.s2s/config.yaml', content: writeConfigTemplate({ name, description, found }) },
      { path: '.s2s/CONTEXT.md', content: writeContext({ name, description, found }) },
      { path: '.s2s/state.yaml', content: stringify({ current_session: null }) },
      { path: '.s2s/.gitignore', content: ignoreFile },
    ],
  };
}

/** Discussions may be confidential, so sessions stay out of the repository unless somebody decides otherwise; documents are kept in it. */
const ignoreFile = `# Sessions hold every word of a discussion, prompts and replies included. They stay on this machine.
# To share the minutes with the project, remove the line "/sessions/*".
/sessions/*
!/sessions/*-summary.md
/state.yaml
/agents-record.yaml
/cache/
`;

function writeContext(project: { name: string; description: string | null; found: FoundProject }): string {
  const { name, description, found } = project;
  const license = found.license === null ? [] : [`- Licence: ${writeFinding(found.license)}`];
  const stack = [...found.languages, ...found.stack].map((finding) => `- ${writeFinding(finding)}`);
  return `${[
    `# ${escapeInline(name)} - Project Context`,
    '<!-- Every discussion is given this file. Keep it short and true; sections are found by their headings, in any order. -->',
    '## Overview',
    description === null
      ? '<!-- What is this project, in two or three sentences? -->'
      : escapeInline(description),
    '## Business Domain',
    '<!-- For whom is it, and in which trade? -->',
    '## Project Objectives',
    '<!-- One line for each thing that has to be achieved: "- Serve a download within two seconds" -->',
    '## Project Constraints',
    ...license,
    '<!-- One line for each thing that cannot be changed: budget, law, platforms, deadlines -->',
    '## Scope',
    '**In scope**:',
    '<!-- "- …" for each thing that belongs to it -->',
    '**Out of scope**:',
    '<!-- "- …" for each thing that does not -->',
    '## Technical Stack',
    stack.length === 0
      ? '<!-- "- …" for each language, framework, database and service -->'
      : stack.join('\n'),
    '## Open Questions',
    '<!-- "- …" for each thing that nobody has decided yet -->',
  ].join('\n\n')}\n`;
}

function writeFinding(finding: Finding): string {
  return `${escapeInline(finding.value)} <!-- ${escapeInline(finding.file)} -->`;
}

/** Text of a file as part of a markdown line: it can open neither a comment nor another structure. */
function escapeInline(text: string): string {
  return (cleanLine(text) ?? '')
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('-->', '--&gt;')
    .replace(/^([#>|=~`+*_-]|\d+[.)]\s)/, '\\$1');
}

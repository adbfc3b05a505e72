/** Plans the files of a new `.s2s` folder. */
import { stringify } from 'yaml';
import { cutText } from '../session/rules/cut-text.ts';
import { cleanLine } from '../text/clean-text.ts';

/** What a person says about a project. */
export interface InitAnswers {
  name?: string | undefined;
  /** The project in a sentence or two. */
  description?: string | undefined;
}

/** What the files need. */
export interface InitFacts {
  name: string;
  /** Empty if nobody gave one. */
  description: string;
  /** Folders in which the project keeps documents already, by their key under `docs`. */
  docs: Readonly<Record<string, string>>;
}

/** A planned file; the path is relative to the project's root. */
export interface PlannedFile {
  path: string;
  content: string;
}

/** Plans the files: only what a person said, and what the folders of the project are. */
export function planInit(facts: InitFacts): PlannedFile[] {
  return [
    { path: '.s2s/config.yaml', content: writeConfig(facts) },
    { path: '.s2s/CONTEXT.md', content: writeContext(facts) },
    { path: '.s2s/state.yaml', content: stringify({ current_session: null }) },
    { path: '.s2s/.gitignore', content: ignoreFile },
  ];
}

/** A name on one line, without control or format characters, of at most 100 characters; empty for anything but text. */
export function shortenName(value: unknown): string {
  return cutText(cleanLine(typeof value === 'string' ? value : ''), 100, '');
}

/** Discussions may be confidential, so sessions stay out of the repository unless somebody decides otherwise; summaries are kept. */
const ignoreFile = `# Sessions hold every word of a discussion, prompts and replies included. They stay on this machine.
# To share the minutes with the project, remove the line "/sessions/*".
/sessions/*
!/sessions/*-summary.md
/state.yaml
/cache/
`;

function writeConfig({ name, description, docs }: InitFacts): string {
  const set = {
    name,
    ...(description === '' ? {} : { description: cleanLine(description) }),
    ...(Object.keys(docs).length === 0 ? {} : { docs }),
  };
  return `# What this project sets for s2s. For all other settings and where each comes from, type: s2s config show --sources
${stringify(set, { lineWidth: 0, blockQuote: false })}
# To set one of these, remove the # before it.
roundtable:
  # The model of every seat; otherwise, the first that is found on this machine.
  #models: {default: anthropic/claude-sonnet-5-5}
  # The language of answers and documents; otherwise, that of the topic.
  #language: English
context:
  # AGENTS.md, CLAUDE.md and the like are read where CONTEXT.md says nothing. To read them beside it:
  #assistant_files: true
`;
}

/** The headings that are read, each with what to write below it. */
const headings: readonly (readonly [heading: string, advice: string])[] = [
  ['Overview', 'What it is, in two or three sentences.'],
  ['Business Domain', 'Who uses it, and in which field.'],
  ['Objectives', 'Goals, one point each.'],
  ['Constraints', 'Constraints, one point each: law, budget, platforms, deadlines.'],
  ['Scope', 'Points under "**In scope**:" and "**Out of scope**:".'],
  ['Technical Stack', 'Languages, frameworks, databases and services, one point each.'],
  ['Open Questions', 'Open questions, one point each.'],
];

function writeContext({ name, description }: InitFacts): string {
  const parts = headings.map(([heading, advice], index) => {
    const text = index === 0 ? escapeInline(cleanLine(description)) : '';
    return `## ${heading}\n\n${text === '' ? `<!-- ${advice} -->` : text}`;
  });
  return `${[
    `# ${escapeInline(name)} - Project Context`,
    '<!-- Every discussion reads this file. Write what is true below the headings, and remove those that you do not need.\nA line such as @docs/goals.md includes that file. -->',
    ...parts,
  ].join('\n\n')}\n`;
}

/** Keeps a line of text from opening a comment or another structure of markdown. */
function escapeInline(text: string): string {
  return text.replaceAll('<!--', '&lt;!--').replace(/^([#>|=~`+*_-]|\d+[.)]\s)/, '\\$1');
}

/** Keys and files that people bring from other tools, such as the public plugin of this name, and what to use instead. */

const places = '"docs.decisions", "docs.specifications" and "docs.architecture"';
const journal = 'every call is in the journal: s2s roundtable show --calls';

/** The equivalent here, in words, by prefix of the key as written; the longest matching prefix counts. */
const advice: readonly (readonly [starts: readonly string[], told: string])[] = [
  [['docs'], `documents have the places ${places}`],
  [
    ['format'],
    'the form of a document is its template: copy one to .s2s/templates/ and edit it (docs/templates.md)',
  ],
  ...['specs', 'design', 'brainstorm'].map(
    (workflow) =>
      [
        [workflow],
        `strategy, seats and document of a workflow are set under roundtable, such as "roundtable.strategy.by_workflow_type.${workflow}"; the form of a document is its template in .s2s/templates/ (docs/templates.md)`,
      ] as const,
  ),
  [
    ['execution'],
    'what runs the seats is set under "roundtable.models" and "providers"; a program is a provider of type command',
  ],
  [['diagnostic', 'roundtable.diagnostic'], journal],
  [['components', 'structure'], 'a workspace has no settings here: run s2s in the folder of the component'],
  [
    ['cross_cutting'],
    'decisions that concern several components are records in "docs.decisions", which every discussion reads',
  ],
  [
    ['model', 'models', 'llm', 'default_model'],
    'the model of all seats is "roundtable.models.default", as provider/model',
  ],
  [
    ['agents', 'participants', 'default_participants', 'roundtable.default_participants', 'panel', 'seats'],
    'who sits at the table is "roundtable.participants.default", a list of ids (s2s agents list)',
  ],
  [
    ['default_strategy', 'roundtable.default_strategy'],
    'the strategy of every workflow is "roundtable.strategy.default" (s2s strategies list)',
  ],
  [['output', 'output_dir', 'outputs'], `documents go where ${places} say`],
  [
    ['rounds', 'max_rounds', 'min_rounds'],
    'the number of rounds is "roundtable.limits.min_rounds" and "roundtable.limits.max_rounds"',
  ],
  [['roundtable_scope'], 'say what a discussion is about in its topic and in .s2s/CONTEXT.md'],
];

/** What to use instead of a key that has no effect here; null when nothing is known. */
export function adviseOnKey(written: readonly string[]): string | null {
  const key = written.join('.');
  const fitting = advice.flatMap(([starts, told]) =>
    starts
      .filter((start) => key === start || key.startsWith(`${start}.`))
      .map((start) => ({ length: start.length, told })),
  );
  return fitting.sort((one, other) => other.length - one.length)[0]?.told ?? null;
}

/** What to do instead of setting a value that has no effect here; null for other values. */
export function adviseOnValue(key: string, value: unknown): string | null {
  if (key !== 'type' || value !== 'workspace') return null;
  return '"type: workspace" changes nothing: a discussion is about the folder that it is held in. For a single component, run s2s init in its folder, and name what it shares with --context';
}

const files: ReadonlyMap<string, string> = new Map([
  ['config.yml', 'this file is not read: the configuration is config.yaml'],
  ['config.json', 'this file is not read: the configuration is config.yaml'],
  [
    'workspace.yaml',
    'this file is not read: components are folders of their own; run s2s init in each, and name what they share with --context',
  ],
  ['components.yaml', 'this file is not read: components are folders of their own; run s2s init in each'],
]);

/** A message for each file in the `.s2s` folder that other tools read and s2s does not. */
export function adviseOnFiles(names: readonly string[]): { name: string; message: string }[] {
  return [...files].flatMap(([name, message]) => (names.includes(name) ? [{ name, message }] : []));
}

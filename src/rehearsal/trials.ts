/** What seats put forward in a brainstorm: ideas to try, and what could go wrong with two of them. */
import { buildIdea, type Idea } from './idea.ts';
import type { Scene } from './scene.ts';
import { quote, takeHead } from './text.ts';

/** Ideas to try: some serve the project's objectives and scope, others fit any question. */
export function listTrials(scene: Scene): Idea[] {
  const { objectives, in_scope: inScope } = scene.facts.context;
  const trial = (title: string, text: string): Idea =>
    buildIdea({
      type: 'IDEA',
      title,
      text,
      rationale: 'It can be tried in small and dropped again.',
      acceptance: ['After the trial somebody says in one sentence what was learned.'],
    });
  const own = [...objectives, ...inScope].slice(0, 4).map((text, index) => {
    const about = takeHead(text, 70);
    return index % 2 === 0
      ? trial(
          `Thin slice: ${about}`,
          `Build the thinnest slice that serves ${quote(about, 70)}, and show it to one user within a week.`,
        )
      : trial(
          `Turned around: ${about}`,
          `Suppose that ${quote(about, 70)} were impossible: offer first what users would do instead.`,
        );
  });
  // The two kinds alternate, so that the first round has some of both.
  return generalTrials.flatMap(([title, text], index) => [
    ...own.slice(index, index + 1),
    trial(title, text),
  ]);
}

const generalTrials: [title: string, text: string][] = [
  [
    'Five conversations',
    'Ask five people who have the problem how they help themselves today, and build what two of them do.',
  ],
  ['One week by hand', 'Do it by hand for one user for one week, and write down each step that hurts.'],
  ['Less instead of more', 'Take one thing away that exists, and see who misses it within a month.'],
  [
    'A borrowed answer',
    'Look for a field that solved this long ago, and copy the smallest part that works there.',
  ],
  ['No settings', 'Make the most common case work without any setting, and leave the others out at first.'],
  ['An open door', 'Let users bring the missing piece themselves: a file, a word, a small script.'],
];

/** What could go wrong with two of the ideas, with the mitigation for each. */
export function listTrialRisks(): Idea[] {
  const dangers = [
    [
      'Five conversations',
      'Wishes instead of deeds',
      'People who are asked say what they wish for, and not what they do.',
      'Ask to be shown',
      'Each of the five shows how they did it the last time.',
    ],
    [
      'One week by hand',
      'What is rare stays unseen',
      'One week shows what happens every day, and nothing of what happens once a year.',
      'A list of rare cases',
      'Before the week begins, two people write down the rare cases that they remember.',
    ],
  ] as const;
  return dangers.flatMap(([idea, title, text, answer, action]) => [
    buildIdea({ type: 'RISK', title, text, related_to: [idea] }),
    buildIdea({ type: 'MIT', title: answer, text: action, related_to: [title] }),
  ]);
}

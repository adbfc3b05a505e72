/** Examples, exit codes and next steps of every command, by its path: the part of the help below the options. */
import type { HelpNotes } from './help.ts';

const runExits = {
  0: 'done',
  1: 'a --fail-on condition holds',
  2: 'wrong usage',
  3: 'paused',
  4: 'waiting for a person',
  5: 'file',
  6: 'no model',
  130: 'cancelled',
};
const checkExits = { 0: 'no errors', 1: 'errors found', 5: 'a file cannot be read' };
const afterRun = 's2s roundtable show';

/** By what a person types after `s2s`; the empty path is the program itself. Every example runs as it is. */
export const helpNotes: Readonly<Record<string, HelpNotes>> = {
  '': {
    examples: [
      's2s init --yes',
      's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
      's2s design "How do we store transcripts?" --strategy debate',
      's2s roundtable show last',
    ],
    exits: {
      0: 'done',
      1: 'the answer is no',
      2: 'wrong usage',
      3: 'paused',
      4: 'waiting for a person',
      5: 'file',
      6: 'no model',
      70: 'a bug in s2s',
      130: 'cancelled',
    },
  },
  init: {
    examples: ['s2s init', 's2s init --yes --name media-api --description "Turns videos into transcripts"'],
    exits: { 0: 'done, also when nothing was left to write', 5: 'a file cannot be written' },
    next: 's2s roundtable start "your question" --dry-run',
  },
  roundtable: {
    examples: [
      's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
      's2s roundtable list',
      's2s roundtable show last',
    ],
  },
  'roundtable start': {
    examples: [
      's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
      's2s roundtable start "Monolith or services?" --strategy debate --participants software-architect,devops-engineer',
      's2s roundtable start @topic.md --context README.md --context docs --no-input --json',
    ],
    exits: runExits,
    next: afterRun,
  },
  specs: {
    examples: [
      's2s specs "Webhooks for finished jobs" --dry-run',
      's2s specs "Webhooks for finished jobs" --context docs --language German',
    ],
    exits: runExits,
    next: afterRun,
  },
  design: {
    examples: [
      's2s design "How do we store transcripts?" --dry-run',
      's2s design "How do we store transcripts?" --output-type architecture --max-rounds 5',
    ],
    exits: runExits,
    next: afterRun,
  },
  brainstorm: {
    examples: [
      's2s brainstorm "What could we offer podcasters?" --dry-run',
      's2s brainstorm "What could we offer podcasters?" --dry-run --seed 1',
    ],
    exits: runExits,
    next: afterRun,
  },
  'roundtable resume': {
    examples: [
      's2s roundtable resume',
      's2s roundtable resume last --max-rounds 8',
      's2s roundtable resume last --models qa-lead=ollama/llama3.1',
    ],
    exits: runExits,
    next: afterRun,
  },
  'roundtable answer': {
    examples: [
      's2s roundtable answer --accept',
      's2s roundtable answer last --decision "Redis; we run it already"',
      's2s roundtable answer --escalation E-001 --rounds 2',
    ],
    exits: { 0: 'recorded', 2: 'nothing waits for an answer, or wrong usage', 5: 'file' },
    next: 's2s roundtable resume',
  },
  'roundtable say': {
    examples: [
      's2s roundtable say "Start with Redis, but show me the cost of leaving it"',
      's2s roundtable say last "" --support P-001',
    ],
    exits: runExits,
    next: afterRun,
  },
  'roundtable guide': {
    examples: [
      's2s roundtable guide "Leave the budget out of it: that is decided elsewhere"',
      's2s roundtable guide last "Think of the people on call"',
    ],
    exits: { 0: 'kept until the panel hears it', 2: 'no such session, or it has ended', 5: 'file' },
    next: 's2s roundtable show',
  },
  'roundtable list': {
    examples: ['s2s roundtable list', 's2s roundtable list --status paused --json'],
    next: 's2s roundtable show <session>',
  },
  'roundtable show': {
    examples: [
      's2s roundtable show',
      's2s roundtable show last --round 1',
      's2s roundtable show last --calls --json',
    ],
    exits: { 0: 'done', 2: 'no such session, round or seat', 5: 'the file cannot be read' },
  },
  'roundtable export': {
    examples: [
      's2s roundtable export last',
      's2s roundtable export last --type summary --output summary.md',
      's2s roundtable export last --format json',
    ],
    exits: { 0: 'done', 2: 'no such session, or nothing to export', 5: 'a file cannot be read or written' },
    next: 's2s lint <file>',
  },
  'roundtable publish': {
    examples: ['s2s roundtable publish', 's2s roundtable publish last --json'],
    exits: { 0: 'done', 2: 'no such session, or it is not completed', 5: 'a file cannot be written' },
    next: 's2s roundtable show',
  },
  session: {
    examples: ['s2s session validate', 's2s session cleanup --older-than 30d --dry-run'],
  },
  'session validate': {
    examples: ['s2s session validate', 's2s session validate last --repair'],
    exits: { 0: 'valid', 1: 'problems found', 5: 'cannot be read or repaired' },
    next: 's2s roundtable resume',
  },
  'session close': {
    examples: ['s2s session close', 's2s session close last'],
    exits: { 0: 'closed', 2: 'no such session', 5: 'file' },
  },
  'session cleanup': {
    examples: [
      's2s session cleanup --older-than 30d --dry-run',
      's2s session cleanup --older-than 30d --status completed',
    ],
    exits: { 0: 'done', 2: 'wrong usage', 5: 'a file cannot be removed' },
  },
  agents: {
    examples: ['s2s agents list', 's2s agents rank "migrate the database"'],
  },
  'agents list': {
    examples: ['s2s agents list', 's2s agents list --json'],
    next: 's2s agents show <agent>',
  },
  'agents show': {
    examples: ['s2s agents show qa-lead', 's2s agents show software-architect --json'],
    exits: { 0: 'done', 2: 'no such agent', 5: 'the file is not valid' },
  },
  'agents new': {
    examples: ['s2s agents new release-manager', 's2s agents new data-steward --json'],
    exits: { 0: 'written', 2: 'not an id', 5: 'it exists already, or cannot be written' },
    next: 's2s agents check',
  },
  'agents rank': {
    examples: ['s2s agents rank "migrate the database"', 's2s agents rank "threat model for uploads" --json'],
    next: 's2s design "your question" --participants <agents>',
  },
  'agents check': { examples: ['s2s agents check', 's2s agents check --json'], exits: checkExits },
  strategies: { examples: ['s2s strategies list', 's2s strategies show debate'] },
  'strategies list': {
    examples: ['s2s strategies list', 's2s strategies list --json'],
    next: 's2s strategies show <strategy>',
  },
  'strategies show': {
    examples: ['s2s strategies show debate', 's2s strategies show six-hats --json'],
    exits: { 0: 'done', 2: 'no such strategy', 5: 'the file is not valid' },
    next: 's2s roundtable start "your question" --strategy <strategy>',
  },
  'strategies check': {
    examples: ['s2s strategies check', 's2s strategies check --json'],
    exits: checkExits,
  },
  config: { examples: ['s2s config show --sources', 's2s config check'] },
  'config show': {
    examples: ['s2s config show', 's2s config show --sources', 's2s config show --workflow specs --json'],
    exits: { 0: 'done', 5: 'the configuration is missing or not valid' },
  },
  'config check': { examples: ['s2s config check', 's2s config check --json'], exits: checkExits },
  lint: {
    examples: ['s2s lint docs/decisions/*.md', 's2s lint docs/specifications/requirements.md --json'],
    exits: checkExits,
  },
  doctor: {
    examples: ['s2s doctor', 's2s doctor --model ollama/llama3.1 --timeout 10'],
    exits: { 0: 'every seat works', 1: 'one does not', 6: 'no model was found' },
    next: 's2s roundtable start "your question"',
  },
  completion: {
    examples: [
      's2s completion bash > ~/.s2s-completion.bash',
      's2s completion zsh > ~/.s2s-completion.zsh',
      's2s completion fish > ~/.s2s-completion.fish',
    ],
    next: 'source ~/.s2s-completion.bash',
  },
};

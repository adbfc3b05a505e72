/** Sessions with a text, for the rules of the text. */

import type { DraftReply } from '../../../src/prompts/forms/draft.ts';
import type { RevisionReply } from '../../../src/prompts/forms/revision.ts';
import type { ItemReply } from '../../../src/prompts/forms/text-parts.ts';
import { createNaming } from '../../../src/prompts/seat-names.ts';
import type { DocumentForm } from '../../../src/session/ports/document-form.ts';
import type { Table } from '../../../src/session/ports/ports.ts';
import { fingerprintItem } from '../../../src/session/rules/text-measures.ts';
import type { Session } from '../../../src/session/session.ts';
import { type Item, itemSchema, type Text } from '../../../src/session/text.ts';
import { createSession, createTable } from '../../support/roundtable-fixtures.ts';
import { buildText as buildWholeText } from '../../support/text-session.ts';

export const requirementsForm: DocumentForm = {
  type: 'requirements',
  name: 'requirements document',
  kinds: ['requirement', 'quality', 'out-of-scope', 'risk'],
  sections: [
    { id: 'today', title: 'Today', about: 'How it is.' },
    { id: 'requirements', title: 'Requirements', about: 'What is demanded.' },
  ],
  brief: 'Write it.',
  words: 2_000,
  hasPriorities: true,
  needs: ['why', 'check'],
  hasWays: false,
};

/** As much of a table as the rules of the text look at. */
export function buildTable(changes: Partial<Pick<Table, 'document' | 'extended'>> = {}): Table {
  return { document: requirementsForm, extended: null, ...changes } as unknown as Table;
}

export function buildItem(id: string, changes: Partial<Item> = {}): Item {
  return itemSchema.parse({
    id,
    kind: 'requirement',
    section: 'requirements',
    title: `Title of ${id}`,
    text: `The service shall do ${id}.`,
    why: 'Because.',
    check: 'Try it.',
    priority: 'must',
    status: 'draft',
    ...changes,
  });
}

export function buildText(changes: Partial<Text> = {}): Text {
  return buildWholeText({
    ...{ version: 1, step: 'review', last_calls: 0 },
    ...{ title: 'Jobs that survive', decision: 'Jobs survive a restart.' },
    ...{ why: ['They are lost today.'], firmness: 'Firm, and nothing was run.' },
    sections: [
      { id: 'today', title: 'Today', body: 'Jobs live in memory.' },
      { id: 'requirements', title: 'Requirements', body: '', from: [] },
    ],
    ...changes,
  });
}

/** A session of three seats whose text has these items. */
export function buildTextSession(items: readonly Item[], changes: Partial<Session> = {}): Session {
  return createSession(createTable(), {
    ...{ topic: 'What must happen to jobs at a restart?', workflow_type: 'specs' },
    ...{ output_type: 'requirements', text: buildText(), artifacts: [...items] },
    ...changes,
  });
}

/** A vote on the present words of an item. */
export function castVote(item: Item, seat: string, vote: Item['votes'][number]['vote'], reason = ''): Item {
  const entry = { seat, vote, reason, lifted_by: '', step: 'last-call' as const, on: fingerprintItem(item) };
  return { ...item, votes: [...item.votes, entry] };
}

export function replyItem(
  id: string,
  changes: Partial<ItemReply> & { after?: string } = {},
): ItemReply & { after?: string } {
  return {
    ...{ id, kind: 'requirement', section: 'requirements', title: `New title of ${id}` },
    ...{
      text: `The service shall do ${id} better.`,
      why: 'A better reason.',
      check: 'A better check.',
      priority: 'should',
    },
    ...{ from: [], facts: [], replaces: [], change: 'none', decision: null },
    ...changes,
  };
}

/** A revision that changes nothing but what is given. */
export function replyPatch(changes: Partial<RevisionReply> = {}): RevisionReply {
  return {
    ...{ answers: [], title: '', decision: '', why: [], firmness: '', sections: [], items: [], removed: [] },
    ...{ open_questions: [], closed_questions: [], not_taken: [], facts: [] },
    ...changes,
  };
}

export function replyDraft(changes: Partial<DraftReply> = {}): DraftReply {
  return {
    ...{ title: 'Jobs', decision: 'They survive.', why: ['They are lost.'], firmness: 'Firm.' },
    sections: [{ id: 'requirements', title: 'Requirements', body: '', from: [] }],
    ...{ items: [], open_questions: [], closed_questions: [], not_taken: [], facts: [] },
    ...changes,
  };
}

export const sameNames = createNaming(buildTextSession([]), 'synthesizer');

/** The agent file that `s2s agents new` writes. */
import { S2sError } from '../session/errors.ts';
import { idPattern } from '../session/vocabulary.ts';
import { nameRole } from './roles.ts';

/** A complete agent file to edit; it is loadable without changes. Throws S2sError INVALID_ID. */
export function newAgentText(id: string): string {
  if (!idPattern.test(id) || id === 'human') {
    throw new S2sError('INVALID_ID', `${JSON.stringify(id)} cannot be the name of an agent.`, {
      hint: 'Use lowercase letters, digits and hyphens, as in: s2s agents new data-engineer',
    });
  }
  const role = nameRole(id);
  return `---
name: ${id}
description: "What the ${role} looks after, in one sentence."
role: ${role}
level: 2 # 1 is always seated, 2 by topic, 3 only when the topic clearly asks for it
specialties: [] # words of a topic that call for this role, for example: [billing, invoices]
# model: anthropic/claude-sonnet-5-5
# token_budget: 2000
---

# ${role}

You are the ${role} at this table. State in two or three sentences what you are responsible for and what
you answer for when it goes wrong.

## What you judge by

- The first thing an item must satisfy before you support it, with a number where there is one.
- The second.

## What you ask

- The question that nobody else at the table would ask.

## Checklist before you support an item

- [ ] A fact you need to have seen.
- [ ] A risk that must have an owner.

## What you leave to others

- The matters on which another role has the last word.
`;
}

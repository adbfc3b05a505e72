/** The roles of a rehearsal by what they look at, and what each says in its proposal. */

export type Family = 'architecture' | 'quality' | 'security' | 'product' | 'operations' | 'other';

/** The agents that ship, by family; every other agent, a project's own included, is of the family `other`. */
const members: Readonly<Partial<Record<Family, readonly string[]>>> = {
  architecture: ['software-architect', 'api-designer', 'data-engineer', 'frontend-engineer'],
  quality: ['qa-lead', 'ux-researcher', 'accessibility-specialist', 'technical-writer'],
  security: ['security-champion', 'privacy-counsel'],
  product: ['product-manager', 'support-lead', 'cost-analyst'],
  operations: ['devops-engineer', 'site-reliability-engineer', 'performance-engineer'],
};

/** The family of an agent. */
export function findFamily(agent: string): Family {
  const found = Object.entries(members).find(([, agents]) => agents.includes(agent));
  return (found?.[0] as Family | undefined) ?? 'other';
}

/** The parts of a proposal that a role writes from its own view, each one or two sentences. */
export interface View {
  today: string;
  /** What weighs most for this role, whichever way it takes. */
  weighs: string;
  never: string;
  worries: string;
}

export const views: Readonly<Record<Family, View>> = {
  architecture: {
    today: 'The work is done where it happens to arrive, and every part knows the tables of every other one.',
    weighs: 'where the boundary runs, because a good boundary outlives any product.',
    never: 'Two parts must never write to the same place.',
    worries: 'An interface that copies the product behind it is no interface.',
  },
  quality: {
    today: 'When something goes wrong, somebody finds it by chance, and nobody can play it again.',
    weighs: 'that each promise can be shown to hold by somebody who did not write it.',
    never: 'A result must never look right and be wrong.',
    worries: 'The rare orders of events are the ones that nobody tries.',
  },
  security: {
    today: 'What comes from outside is checked in several places, and in none of them completely.',
    weighs: 'how many doors there are, because each of them has to be guarded for years.',
    never: 'A key or personal data must never reach a log.',
    worries: 'A new door is opened in a hurry and never closed.',
  },
  product: {
    today: 'People work around the gap by hand, and some have stopped asking.',
    weighs: 'the day on which the first person uses it, because all we know before that is a guess.',
    never: 'Nobody must have to read a manual to do the main task.',
    worries: 'We build for the loudest request and not for the commonest one.',
  },
  operations: {
    today: 'An update stops the work, and whoever is on duty starts it again by hand.',
    weighs: 'what has to be watched at night, because every part more is one more that can stop.',
    never: 'An update must never lose work that was accepted.',
    worries: 'Waiting work makes no noise until somebody complains.',
  },
  other: {
    today: 'Changes are large, they come rarely, and the old way stays beside the new one for long.',
    weighs: 'the order of the work, because a step that cannot be taken back decides for us.',
    never: 'A step of the work must never leave the product unusable.',
    worries: 'The old way is never removed.',
  },
};

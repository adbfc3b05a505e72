/** Strategy, panel and document that each workflow has of its own. */
import type { OutputType, WorkflowType } from '../session/vocabulary.ts';

/** What a workflow uses when neither a flag nor the configuration says otherwise. */
export interface WorkflowDefault {
  /** Null: chosen by the words of the topic, else `standard`. */
  strategy: string | null;
  /** Null: the seats are chosen from the topic. */
  panel: readonly string[] | null;
  outputType: OutputType;
}

/** Strategy, panel and document of each workflow. */
export const workflowDefaults: Readonly<Record<WorkflowType, WorkflowDefault>> = {
  roundtable: { strategy: null, panel: null, outputType: 'summary' },
  specs: {
    strategy: 'consensus-driven',
    panel: ['product-manager', 'business-analyst', 'software-architect', 'qa-lead'],
    outputType: 'requirements',
  },
  design: {
    // A debate where the topic names exactly two ways, else `standard`.
    strategy: null,
    panel: ['software-architect', 'technical-lead', 'security-champion', 'devops-engineer'],
    outputType: 'adr',
  },
  brainstorm: {
    strategy: 'disney',
    panel: ['product-manager', 'ux-researcher', 'software-architect', 'technical-lead'],
    outputType: 'summary',
  },
  review: {
    strategy: 'standard',
    panel: ['technical-lead', 'qa-lead', 'security-champion'],
    outputType: 'review',
  },
  plan: {
    strategy: 'standard',
    panel: ['technical-lead', 'software-architect', 'qa-lead'],
    outputType: 'plan',
  },
  revisit: {
    strategy: 'standard',
    panel: ['software-architect', 'technical-lead', 'devops-engineer'],
    outputType: 'adr',
  },
};

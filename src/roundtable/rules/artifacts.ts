/** Numbered results that grow during the discussion. The program gives ids and keeps every amendment. */
import type { Artifact } from '../../domain/records.ts';
import type { ArtifactType, OutputType, WorkflowType } from '../../domain/vocabulary.ts';
import type { SynthesisReply } from '../replies/replies.ts';
import { isSameText, nextId } from './same-text.ts';

/** Which artifacts a document of this type is made of. */
const wantedByOutput: Record<OutputType, ArtifactType[]> = {
  adr: ['ARCH', 'COMP', 'INT', 'RISK', 'MIT'],
  requirements: ['REQ', 'BR', 'NFR', 'EX', 'RISK'],
  architecture: ['ARCH', 'COMP', 'INT', 'NFR', 'RISK', 'MIT'],
  summary: ['RISK', 'MIT'],
};

/** The kinds of artifact a session looks for. */
export function listWantedArtifacts(workflow: WorkflowType, output: OutputType): ArtifactType[] {
  const byWorkflow: ArtifactType[] = workflow === 'brainstorm' ? ['IDEA'] : [];
  return [...new Set([...byWorkflow, ...wantedByOutput[output]])];
}

type ArtifactReply = SynthesisReply['artifacts'][number];

/** Carries the artifacts of a synthesis into the session: new ones get an id, repeated ones amend. */
export function applyArtifacts(
  artifacts: readonly Artifact[],
  replies: readonly ArtifactReply[],
  options: { round: number; seats: readonly string[] },
): { artifacts: Artifact[]; losses: string[] } {
  const next = artifacts.map((artifact) => ({ ...artifact }));
  const losses: string[] = [];
  for (const reply of replies) {
    const known = findKnown(next, reply);
    const seats = reply.proposed_by.filter((seat) => options.seats.includes(seat));
    if (reply.withdrawn !== null) {
      if (known) withdraw(known, reply.withdrawn, options.round);
      else losses.push(`artifacts: nothing is called "${reply.id || reply.title}" that could be withdrawn`);
    } else if (known) {
      amend(known, reply, { round: options.round, seats });
    } else {
      next.push(create(next, reply, { round: options.round, seats }));
    }
  }
  return { artifacts: next, losses };
}

function findKnown(artifacts: Artifact[], reply: ArtifactReply): Artifact | undefined {
  const byId = artifacts.find((artifact) => artifact.id.toLowerCase() === reply.id.toLowerCase());
  return (
    byId ??
    artifacts.find(
      (artifact) =>
        artifact.status !== 'withdrawn' &&
        artifact.type === reply.type &&
        (isSameText(artifact.title, reply.title) || isSameText(artifact.text, reply.text)),
    )
  );
}

interface Source {
  round: number;
  seats: string[];
}

function create(taken: readonly Artifact[], reply: ArtifactReply, source: Source): Artifact {
  return {
    id: nextId(reply.type, taken),
    type: reply.type,
    title: reply.title,
    text: reply.text,
    rationale: reply.rationale,
    priority: readPriority(reply.priority),
    acceptance: reply.acceptance,
    related_to: reply.related_to,
    status: 'proposed',
    round: source.round,
    topic_id: reply.topic_id,
    proposed_by: source.seats,
    history: [{ round: source.round, change: 'proposed', text: reply.text }],
  };
}

function amend(artifact: Artifact, reply: ArtifactReply, source: Source): void {
  const proposedBy = [...new Set([...artifact.proposed_by, ...source.seats])];
  if (isSameText(artifact.text, reply.text) && reply.acceptance.length === 0) {
    artifact.proposed_by = proposedBy;
    return;
  }
  Object.assign(artifact, {
    title: reply.title,
    text: reply.text,
    rationale: reply.rationale || artifact.rationale,
    priority: readPriority(reply.priority) ?? artifact.priority,
    acceptance: reply.acceptance.length > 0 ? reply.acceptance : artifact.acceptance,
    related_to: [...new Set([...artifact.related_to, ...reply.related_to])],
    topic_id: reply.topic_id ?? artifact.topic_id,
    status: 'amended',
    proposed_by: proposedBy,
    history: [...artifact.history, { round: source.round, change: 'amended', text: reply.text }],
  } satisfies Partial<Artifact>);
}

function withdraw(artifact: Artifact, reason: string, round: number): void {
  artifact.status = 'withdrawn';
  artifact.history = [...artifact.history, { round, change: 'withdrawn', text: reason }];
}

/** Reads MoSCoW words, also as people write them: `Must have`, `won't`. */
function readPriority(text: string | null): Artifact['priority'] {
  const word = text?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
  return (['must', 'should', 'could', 'wont'] as const).find((priority) => word.startsWith(priority)) ?? null;
}

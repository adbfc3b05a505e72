/** The rehearsed synthesizer: drafts a document from the session, citing only real sources. */
import type { JsonSchema, RequestFacts } from '../domain/model-request.ts';
import type { Session } from '../domain/session.ts';
import { draftDecision } from './draft-adr.ts';
import { draftArchitecture } from './draft-architecture.ts';
import { type DraftHead, draftHead } from './draft-head.ts';
import { draftRequirements } from './draft-requirements.ts';
import { draftSummary } from './draft-summary.ts';
import { buildScene, type Scene } from './scene.ts';

/** The document types that have a draft of their own, each with a field that only its schema has. */
const drafts: readonly {
  type: string;
  field: string;
  draft: (scene: Scene, session: Session, options: { head: DraftHead }) => object;
}[] = [
  { type: 'adr', field: 'options', draft: draftDecision },
  { type: 'requirements', field: 'items', draft: draftRequirements },
  { type: 'architecture', field: 'uses', draft: draftArchitecture },
  { type: 'summary', field: 'pursue', draft: draftSummary },
];

/**
 * Writes the draft that the schema asks for; an empty object when there is no session to draft from. For an unknown document
 * type, it writes only the head and leaves all other fields empty.
 */
export function rehearseDraft(facts: RequestFacts, schema: JsonSchema | null): Record<string, unknown> {
  const { session } = facts;
  if (session === null) return {};
  const scene = buildScene(facts);
  const head = draftHead(scene, session);
  const fields = readFields(schema);
  const known = drafts.find(({ type, field }) =>
    schema === null ? type === facts.output_type : Object.hasOwn(fields, field),
  );
  if (known !== undefined) return { ...known.draft(scene, session, { head }) };
  const empty = Object.entries(fields).map(([name, { type }]) => [name, type === 'array' ? [] : '']);
  return { ...Object.fromEntries(empty), ...head };
}

/** The fields that a schema asks for, each with its own schema. */
export function readFields(schema: JsonSchema | null): Record<string, JsonSchema> {
  return (schema?.['properties'] ?? {}) as Record<string, JsonSchema>;
}

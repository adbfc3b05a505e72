/** The rehearsed synthesizer: drafts a document from the session, with citations that exist. */
import type { JsonSchema, RequestFacts } from '../domain/model-request.ts';
import type { OutputType } from '../domain/vocabulary.ts';
import { draftDecision } from './draft-adr.ts';
import { draftArchitecture } from './draft-architecture.ts';
import { draftHead } from './draft-head.ts';
import { draftRequirements } from './draft-requirements.ts';
import { draftSummary } from './draft-summary.ts';
import { buildScene } from './scene.ts';

/** Writes the draft that the schema asks for; an empty object when there is no session to draft from. */
export function rehearseDraft(facts: RequestFacts, schema: JsonSchema | null): Record<string, unknown> {
  const { session } = facts;
  if (session === null) return {};
  const scene = buildScene(facts);
  const head = draftHead(scene, session);
  switch (findType(facts, schema)) {
    case 'adr':
      return { ...draftDecision(scene, session, { head }) };
    case 'requirements':
      return { ...draftRequirements(scene, session, { head }) };
    case 'architecture':
      return { ...draftArchitecture(scene, session, { head }) };
    case 'summary':
      return { ...draftSummary(scene, session, { head }) };
  }
}

/** The type of document, judged by the fields of the schema, or else the session's own type. */
function findType(facts: RequestFacts, schema: JsonSchema | null): OutputType {
  const properties = schema?.['properties'];
  const fields = new Set(
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [],
  );
  if (fields.has('options')) return 'adr';
  if (fields.has('items')) return 'requirements';
  if (fields.has('uses')) return 'architecture';
  return fields.has('pursue') ? 'summary' : facts.output_type;
}

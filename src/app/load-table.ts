/** Loads everything that a run needs besides the session: roles, strategy, agenda, context. */
import path from 'node:path';
import { documentKinds } from '../documents/document-kinds.ts';
import type { Agenda, Agent, ContextFile, ProjectContext, Strategy } from '../domain/library.ts';
import type { Table } from '../domain/ports.ts';
import type { Participant } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { OutputType, WorkflowType } from '../domain/vocabulary.ts';
import { hashInputs } from '../library/hash-inputs.ts';
import { loadAgenda, loadAgent, loadStrategy } from '../library/load-library.ts';
import { scoreSpecialties } from '../library/score-specialties.ts';
import { readProjectContext } from '../project/project-context.ts';
import { promptVersion } from '../roundtable/prompts/shared.ts';
import type { AppParts } from './app-parts.ts';

/** The names of the parts to load, from the session or the options. */
export interface TableOrder {
  strategy: string;
  workflow: WorkflowType;
  facilitator: string;
  synthesizer: string;
  participants: readonly Pick<Participant, 'id' | 'kind'>[];
  outputType: OutputType;
  contextFiles: readonly ContextFile[];
  sessionFile: string | null;
  projectName: string;
}

type Project = Pick<AppParts, 'places' | 's2sDir' | 'root' | 'notify'>;

/** Loads the table. Throws the library's errors, with all problems of a file. */
export async function loadTable(parts: Project, order: TableOrder): Promise<Table> {
  const { places } = parts;
  const seats = order.participants.filter(({ kind }) => kind === 'model');
  const [strategy, agenda, facilitator, synthesizer, context, ...agents] = await Promise.all([
    loadStrategy(places, order.strategy),
    loadAgenda(places, order.workflow),
    loadAgent(places, order.facilitator),
    loadAgent(places, order.synthesizer),
    loadContext(parts, order.projectName),
    ...seats.map(({ id }) => loadAgent(places, id)),
  ]);
  return {
    strategy,
    agenda,
    facilitator,
    synthesizer,
    agents: new Map(agents.map((agent) => [agent.id, agent])),
    context,
    contextFiles: order.contextFiles,
    document: documentKinds[order.outputType],
    scoreFit: scoreSpecialties,
    sessionFile: order.sessionFile,
  };
}

/** Reads `CONTEXT.md`; without one, the context is only the project's name. */
async function loadContext(
  { places, s2sDir, root, notify }: Project,
  projectName: string,
): Promise<ProjectContext> {
  return readProjectContext(path.join(s2sDir, 'CONTEXT.md'), projectName, {
    root,
    kept: places.kept,
    onNote: (text) => notify({ level: 'warning', text }),
  });
}

/** Short hashes of the prompts' inputs, so that a resume can tell which have changed. */
export function hashTable(table: Table): Session['inputs'] {
  const describe = ({ body, role }: Agent) => ({ body, role });
  return {
    agents: hashInputs([
      describe(table.facilitator),
      describe(table.synthesizer),
      ...[...table.agents.values()].map(describe),
    ]),
    strategy: hashInputs(describeStrategy(table.strategy)),
    agenda: hashInputs(describeAgenda(table.agenda)),
    context: hashInputs([table.context.text, table.contextFiles]),
    prompts: promptVersion,
  };
}

function describeStrategy({ file: _file, origin: _origin, ...rest }: Strategy): unknown {
  return rest;
}

function describeAgenda(agenda: Agenda | null): unknown {
  return agenda === null ? null : { workflow: agenda.workflow, topics: agenda.topics };
}

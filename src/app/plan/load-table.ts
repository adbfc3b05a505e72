/** Loads everything that a run needs besides the session: roles, strategy, agenda, context. */

import path from 'node:path';
import { chooseForm } from '../../documents/document-kinds.ts';
import type { DocsPaths } from '../../documents/document-paths.ts';
import { readExtended } from '../../documents/write-documents.ts';
import { listProjectPaths } from '../../evidence/project-files.ts';
import { hashInputs } from '../../library/hash-inputs.ts';
import { loadAgenda, loadAgent, loadStrategy } from '../../library/load-library.ts';
import { scoreSpecialties } from '../../library/score-specialties.ts';
import { requireOpenLink } from '../../project/open-door.ts';
import { readProjectContext } from '../../project/project-context.ts';
import { promptVersion } from '../../prompts/shared.ts';
import type { Agent, ContextFile, ProjectContext } from '../../session/library.ts';
import type { Table } from '../../session/ports/ports.ts';
import type { Participant } from '../../session/records.ts';
import type { ContextReceipt, Session } from '../../session/session.ts';
import type { OutputType, WorkflowType } from '../../session/vocabulary.ts';
import type { AppParts } from '../app-parts.ts';

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
  context: ProjectContext;
  /** Whether a plan continues another one. */
  isAgain: boolean;
}

/** Loads the table. Throws the library's errors, with all problems of a file. */
export async function loadTable(
  { places, root }: Pick<AppParts, 'places' | 'root'>,
  order: TableOrder,
): Promise<Table> {
  const [strategy, agenda, facilitator, synthesizer, agents] = await Promise.all([
    loadStrategy(places, order.strategy),
    loadAgenda(places, order.workflow),
    loadAgent(places, order.facilitator),
    loadAgent(places, order.synthesizer),
    loadSeats({ places }, order.participants),
  ]);
  return {
    strategy,
    agenda,
    facilitator,
    synthesizer,
    agents,
    context: order.context,
    contextFiles: order.contextFiles,
    ...(order.outputType === 'plan' ? await listPaths(root) : {}),
    document: chooseForm(order.outputType, order),
    extended: null,
    scoreFit: scoreSpecialties,
    sessionFile: order.sessionFile,
  };
}

/** The agents of the seats that models play, by id. Throws the library's errors. */
export async function loadSeats(
  { places }: Pick<AppParts, 'places'>,
  participants: readonly Pick<Participant, 'id' | 'kind'>[],
): Promise<Table['agents']> {
  const seats = participants.filter(({ kind }) => kind === 'model');
  const agents = await Promise.all(seats.map(({ id }) => loadAgent(places, id)));
  return new Map(agents.map((agent) => [agent.id, agent]));
}

/** The project's paths; none where git cannot say. */
async function listPaths(root: string): Promise<Pick<Table, 'paths'>> {
  return listProjectPaths(root, { untracked: true }).catch(() => ({}));
}

/** Adds the project's file that the text of this session will be added to, as it stands now. Throws FILE_UNREADABLE, FILE_TOO_LARGE, FILE_REFUSED. */
export async function addExtended(
  table: Table,
  session: Session,
  { root, docs }: { root: string; docs: DocsPaths },
): Promise<Table> {
  const extended = await readExtended(root, session, docs);
  if (extended !== null) await requireOpenLink(path.join(root, extended.path), root);
  return { ...table, extended };
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
    strategy: hashInputs(table.strategy),
    agenda: hashInputs(table.agenda),
    context: hashInputs([table.context.text, table.contextFiles]),
    prompts: promptVersion,
  };
}

const sentences: Readonly<Record<keyof Session['inputs'], string>> = {
  agents: 'An agent file of this panel has changed.',
  strategy: 'The strategy has changed.',
  agenda: 'The agenda has changed.',
  context: 'The project context, or a context file, has changed.',
  prompts: 'The prompts of s2s have changed.',
};

/** Compares the inputs of a session at its start with the present ones: a sentence for each that changed. */
export function describeChanges(before: Session['inputs'], now: Session['inputs']): string[] {
  return Object.entries(sentences).flatMap(([input, text]) => {
    const name = input as keyof typeof sentences;
    return before[name] === now[name] ? [] : [text];
  });
}

/** Reads `CONTEXT.md`, with a receipt for each file that it includes; without one, the context is only the project's name. Throws FILE_*. */
export async function readContext(
  { s2sDir, root }: Pick<AppParts, 's2sDir' | 'root'>,
  projectName: string,
): Promise<{ context: ProjectContext; included: ContextReceipt[] }> {
  const included: ContextReceipt[] = [];
  const context = await readProjectContext(path.join(s2sDir, 'CONTEXT.md'), projectName, {
    root,
    onReceipt: (receipt) => included.push(receipt),
  });
  return { context, included };
}

/** The files that were handed over beside the context, whole or in part. */
export function listHandedOver(receipts: readonly ContextReceipt[]): string[] {
  return receipts
    .filter(({ sent_characters: sent, included_by: by }) => sent > 0 && by === undefined)
    .map((receipt) => receipt.path);
}

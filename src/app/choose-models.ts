/** Which model plays which seat: flags, configuration, the agent's own file, the default, or what is found on this machine. */

import type { ActionContext } from '../cli/command-runner.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { findNearest, S2sError } from '../domain/errors.ts';
import type { Table } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { chooseDefaultModel } from '../models/choose-default-model.ts';
import { findExecutable } from '../models/find-executable.ts';

/** The reference of the offline panel. */
export const rehearsalModel = 'rehearsal/panel';

/** A model for every seat that needs one. */
export interface SeatModels {
  facilitator: string;
  synthesizer: string;
  participants: ReadonlyMap<string, string>;
  notices: string[];
}

/** What decides. `modelFlag` is true when `--model` was given: it then holds for every seat without a more exact word. */
export interface ModelChoice {
  config: ResolvedConfig;
  dryRun: boolean;
  modelFlag: boolean;
  modelsFlag: string | undefined;
}

/** Chooses. Throws NO_MODEL (exit 6) when a seat has none and none is found, UNKNOWN_AGENT for a seat that nobody has. */
export async function chooseModels(
  table: Pick<Table, 'facilitator' | 'synthesizer' | 'agents'>,
  choice: ModelChoice,
  context: ActionContext,
): Promise<SeatModels> {
  const seats = [...table.agents.keys()];
  if (choice.dryRun) {
    return {
      facilitator: rehearsalModel,
      synthesizer: rehearsalModel,
      participants: new Map(seats.map((seat) => [seat, rehearsalModel])),
      notices: [],
    };
  }
  const { models } = choice.config;
  const named = readSeatModels(choice.modelsFlag, [...seats, 'facilitator', 'synthesizer']);
  const notices: string[] = [];
  let found: string | null = null;
  const fallBack = async (): Promise<string> => {
    if (models.default !== null) return models.default;
    if (found === null) {
      const chosen = await chooseDefaultModel({
        env: context.environment.env,
        fetch: context.environment.fetch,
        findExecutable: (name) => findExecutable(name, context.environment.env),
        signal: context.stop,
      });
      found = chosen.reference;
      notices.push(
        `Model: ${chosen.reference}, because ${chosen.reason}. Choose another with --model or in .s2s/config.yaml.`,
      );
    }
    return found;
  };
  const pick = async (
    seat: string,
    configured: string | null | undefined,
    own: string | null,
  ): Promise<string> => {
    const exact = named.get(seat) ?? (choice.modelFlag ? models.default : (configured ?? own));
    return exact ?? fallBack();
  };
  const facilitator = await pick('facilitator', models.facilitator, table.facilitator.model);
  const synthesizerOwn =
    table.synthesizer.id === table.facilitator.id ? facilitator : table.synthesizer.model;
  const synthesizer = await pick('synthesizer', models.synthesizer, synthesizerOwn);
  const participants = new Map<string, string>();
  for (const seat of seats)
    participants.set(
      seat,
      await pick(seat, models.participants.get(seat), table.agents.get(seat)?.model ?? null),
    );
  return { facilitator, synthesizer, participants, notices };
}

/** Each seat that a model plays, with its reference; facilitator and synthesizer first. */
export function listSeatModels(
  session: Pick<Session, 'facilitator' | 'synthesizer' | 'participants'>,
): { seat: string; reference: string }[] {
  return [
    { seat: 'facilitator', reference: session.facilitator.model },
    { seat: 'synthesizer', reference: session.synthesizer.model },
    ...session.participants.flatMap(({ id, model }) =>
      model === null ? [] : [{ seat: id, reference: model }],
    ),
  ];
}

/** Makes sure, without a call, that every seat's reference names a provider. Throws UNKNOWN_PROVIDER, INVALID_VALUE. */
export async function requireProviders(
  session: Session,
  config: ResolvedConfig,
  context: ActionContext,
): Promise<void> {
  const providers = await context.environment.createProviders(config.providers, { rehearsal: true });
  for (const { seat, reference } of listSeatModels(session)) {
    try {
      providers.find(reference);
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      throw new S2sError(error.code, `${seat}: ${error.message}`, {
        ...(error.hint === undefined ? {} : { hint: error.hint }),
        data: { seat, model: reference },
        cause: error,
      });
    }
  }
}

/** Reads `seat=reference,…`. Throws INVALID_VALUE, and UNKNOWN_AGENT for a seat that is not at the table. */
export function readSeatModels(text: string | undefined, seats: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')) {
    const [seat, ...rest] = part.split('=');
    const reference = rest.join('=').trim();
    if (seat === undefined || reference === '') {
      throw new S2sError('INVALID_VALUE', `--models cannot read "${part}".`, {
        hint: 'Write seat=provider/model, separated by commas.',
      });
    }
    if (!seats.includes(seat)) {
      const nearest = findNearest(seat, seats);
      throw new S2sError('UNKNOWN_AGENT', `--models names "${seat}", who does not sit at this table.`, {
        hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Seats: ${seats.join(', ')}`,
      });
    }
    pairs.set(seat, reference);
  }
  return pairs;
}

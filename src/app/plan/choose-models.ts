/** Chooses each seat's model: from options, configuration, the agent's file, the default, or the models found on this machine. */
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { chooseDefaultModel } from '../../models/choose-default-model.ts';
import type { Providers } from '../../models/create-providers.ts';
import { listReferences, type ModelNames } from '../../models/model-reference.ts';
import { findNearest, S2sError } from '../../session/errors.ts';
import type { Table } from '../../session/ports/ports.ts';
import { listSeatReferences } from '../../session/rules/seat-models.ts';
import type { Session } from '../../session/session.ts';
import type { Notice } from '../notice.ts';
import type { AppWorld } from '../world.ts';

/** The reference of the built-in offline panel. */
const rehearsalModel = 'rehearsal/panel';

/** The models of every seat that needs one: a reference, or several with commas, of which each takes over from the one before it. */
export interface SeatModels {
  facilitator: string;
  synthesizer: string;
  participants: ReadonlyMap<string, string>;
  notices: Notice[];
}

/** The inputs of the choice. */
export interface ModelChoice {
  config: ResolvedConfig;
  rehearsal: boolean;
  /** True when a model was named for all seats: it then holds for every seat that has no model of its own in the options. */
  isForAll: boolean;
  /** Models that were named for single seats. */
  models: Readonly<Record<string, ModelNames>> | undefined;
  world: Pick<AppWorld, 'env' | 'fetch'>;
  signal: AbortSignal;
}

/** Chooses. Throws NO_MODEL (exit 6) if a seat has no model and none is found, UNKNOWN_AGENT for a seat that is not at the table. */
export async function chooseModels(
  table: Pick<Table, 'facilitator' | 'synthesizer' | 'agents'>,
  choice: ModelChoice,
): Promise<SeatModels> {
  const seats = [...table.agents.keys()];
  if (choice.rehearsal) {
    return {
      facilitator: rehearsalModel,
      synthesizer: rehearsalModel,
      participants: new Map(seats.map((seat) => [seat, rehearsalModel])),
      notices: [],
    };
  }
  const { models } = choice.config;
  const named = nameSeatModels(choice.models, [...seats, 'facilitator', 'synthesizer']);
  const notices: Notice[] = [];
  let found: string | null = null;
  const fallBack = async (): Promise<string> => {
    if (models.default !== null) return models.default;
    if (found === null) {
      const chosen = await chooseDefaultModel({
        env: choice.world.env,
        fetch: choice.world.fetch,
        signal: choice.signal,
      });
      found = chosen.reference;
      notices.push({
        level: 'info',
        text: `Model: ${chosen.reference}, because ${chosen.reason}.`,
        hint: 'Choose another with --model or in .s2s/config.yaml.',
      });
    }
    return found;
  };
  const pick = async (
    seat: string,
    configured: string | null | undefined,
    own: string | null,
  ): Promise<string> => {
    const exact = named.get(seat) ?? (choice.isForAll ? models.default : (configured ?? own));
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

/** Each model that may play a seat, with its reference; facilitator and synthesizer first, models that take over behind the first one. */
export function listSeatModels(
  session: Pick<Session, 'facilitator' | 'synthesizer' | 'participants'> & { panel?: Session['panel'] },
): { seat: string; reference: string }[] {
  const seats = ['facilitator', 'synthesizer', ...session.participants.map(({ id }) => id)];
  const seated = seats.flatMap((seat) =>
    listSeatReferences(session, seat).map((reference) => ({ seat, reference })),
  );
  // Whoever may still be chosen acts too.
  const others = (session.panel?.candidates ?? []).filter(({ id }) => !seats.includes(id));
  return [
    ...seated,
    ...others.flatMap(({ id, model, fallback_models: further = [] }) =>
      [model, ...further].map((reference) => ({ seat: id, reference })),
    ),
  ];
}

/** The models of a seat as a session keeps them, from a choice. */
export function keepModels(choice: ModelNames): Pick<Session['facilitator'], 'model' | 'fallback_models'> {
  const [model, ...rest] = listReferences(choice);
  return rest.length === 0 ? { model } : { model, fallback_models: rest };
}

/**
 * Checks, without a call, that every seat's reference names a provider, and marks a session with a rehearsed seat as a rehearsal.
 * Throws UNKNOWN_PROVIDER, INVALID_VALUE.
 */
export function requireProviders(session: Session, providers: Pick<Providers, 'find'>): Session {
  let isRehearsed = session.rehearsal;
  for (const { seat, reference } of listSeatModels(session)) {
    try {
      isRehearsed ||= providers.find(reference).provider.rehearsed === true;
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      throw new S2sError(error.code, `${seat}: ${error.message}`, {
        ...(error.hint === undefined ? {} : { hint: error.hint }),
        data: { seat, model: reference },
        cause: error,
      });
    }
  }
  return isRehearsed === session.rehearsal ? session : { ...session, rehearsal: isRehearsed };
}

/** The models by seat. Throws UNKNOWN_AGENT for a seat that is not at the table. */
export function nameSeatModels(
  models: Readonly<Record<string, ModelNames>> | undefined,
  seats: readonly string[],
): Map<string, string> {
  const named = new Map(Object.entries(models ?? {}).map(([seat, names]) => [seat, String(names)]));
  for (const seat of named.keys()) {
    if (seats.includes(seat)) continue;
    const nearest = findNearest(seat, seats);
    throw new S2sError('UNKNOWN_AGENT', `A model is named for "${seat}", which has no seat here.`, {
      hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Seats: ${seats.join(', ')}`,
    });
  }
  return named;
}

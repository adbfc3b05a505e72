/** The check before anything is run or called: programs and hosts named by a repository need the person's yes. */
import { nameOption } from '../config/option-layer.ts';
import { listOwnLimits } from '../config/project-power.ts';
import { buildProviders } from '../config/provider-config.ts';
import { listReferences } from '../models/model-reference.ts';
import { mergeEntries } from '../models/provider-kinds.ts';
import { type FileProblem, S2sError } from '../session/errors.ts';
import type { AppParts } from './app-parts.ts';
import { describeWithheld, quote, showLine } from './describe-withheld.ts';
import type { LimitOptions } from './options.ts';

/** The run that is about to start. */
export interface Intent {
  /** The references of all seats. */
  references: readonly string[];
  /** Models that the person named themselves need no further yes. */
  options: Pick<LimitOptions, 'model' | 'models'> & { ownWord?: LimitOptions | undefined };
  /** Whether models are called; false if they are only named. */
  calls: boolean;
}

type Parts = Pick<AppParts, 'config' | 'world' | 'sayLeftOut' | 'remote'>;

/**
 * Checks that the person said yes to everything that the project's files would run or call. A rehearsal runs none of it and only gets a
 * notice of the settings left out. Throws NOT_TRUSTED, whose problems name each program, host and variable.
 */
export function requireTrust(parts: Parts, intent: Intent): void {
  const { trust, withheld } = parts.config;
  if (intent.references.every((reference) => /^rehearsal(?:\/|$)/.test(reference))) {
    parts.sayLeftOut();
    return;
  }
  const programs = intent.calls && trust !== 'trusted' ? findPrograms(parts, intent) : [];
  const problems = [...describeWithheld(withheld, parts.world.env), ...programs];
  if (problems.length === 0) return;
  const isRefused = trust === 'trusted' || withheld.some(({ refusal }) => refusal !== null);
  throw new S2sError('NOT_TRUSTED', sayWhy(trust), {
    hint: isRefused
      ? 'Remove those lines, or put that provider into your own configuration, which may name any host.'
      : 's2s trust (after reading them; --trust approves them for one command)',
    problems,
    data: { trust, refused: isRefused },
  });
}

function sayWhy(trust: AppParts['config']['trust']): string {
  if (trust === 'trusted')
    return 'This project would send a key to a host that it does not belong to. Nothing was started.';
  const begin = 'This project wants to run or contact something that you have not approved';
  return trust === 'changed'
    ? `${begin}: its files have changed since then. Nothing was started.`
    : `${begin}. Nothing was started.`;
}

/** Programs that would start here although the person did not name them: an assistant reads, and obeys, the files of a folder. */
function findPrograms({ config, world, remote }: Parts, { references, options }: Intent): FileProblem[] {
  const word = options.ownWord ?? options;
  const own = new Set(
    [
      // Models named over a network are not the person's own choice.
      ...(remote === true ? [] : [word.model, ...Object.values(word.models ?? {})]),
      ...config.layers
        .filter(({ name }) => name === 'environment' || name === 'user')
        .flatMap(({ entries }) => [...entries.values()])
        .flatMap(({ spec, value }) => (spec.can === 'model' && typeof value === 'string' ? [value] : [])),
    ].flatMap((models) => listReferences(models ?? '').map(nameProvider)),
  );
  const entries = mergeEntries(world.env, buildProviders(config.layers));
  return [...new Set(references.map(nameProvider))].flatMap((name) => {
    const command = entries.get(name)?.config.command;
    if (command === undefined || command === null || own.has(name)) return [];
    const file = config.project === null ? 'this folder' : '.s2s';
    return [
      { file, message: showLine(`starts the program of the model ${name}: ${command.map(quote).join(' ')}`) },
    ];
  });
}

function nameProvider(reference: string): string {
  return reference.split('/')[0] ?? '';
}

/** Throws INVALID_VALUE if a request over a network asks for more than the person's own limits allow. */
export function requireOwnLimits(
  { config, remote }: Pick<AppParts, 'config' | 'remote'>,
  options: object,
): void {
  if (remote !== true) return;
  for (const { setting, limit, by } of listOwnLimits(config.layers)) {
    const name = nameOption(setting.replaceAll('_', '-'));
    const value = (options as Record<string, unknown>)[name];
    if (typeof value !== 'number' || value <= limit) continue;
    throw new S2sError('INVALID_VALUE', `${setting} ${value} is above the limit of ${limit} (${by}).`, {
      hint: `Ask for ${limit} or less, or change the limit in a terminal on that machine.`,
    });
  }
}

/** The check before anything is run or called: programs and hosts named by a repository need the person's yes. */
import { nameOption } from '../config/option-table.ts';
import { listLimits } from '../config/project-power.ts';
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
  /** The models stand in a stored session, which nobody sees who says yes to the project: its configuration and agents name others. */
  shown?: readonly (string | null)[] | undefined;
}

type Parts = Pick<AppParts, 'config' | 'world' | 'sayLeftOut' | 'remote' | 'trusts' | 'changedAgents'>;

/**
 * Checks that the person said yes to everything that the project's files would run or call. A rehearsal runs none of it and only gets a
 * notice of the settings left out. Throws NOT_TRUSTED, whose problems name each program, host and variable.
 */
export async function requireTrust(parts: Parts, intent: Intent): Promise<void> {
  const { trust: known, withheld, hash } = parts.config;
  if (intent.references.every((reference) => /^rehearsal(?:\/|$)/.test(reference))) {
    parts.sayLeftOut();
    return;
  }
  // An agent may have been changed after it was compared with the person's yes, and before it was read for this.
  const isStale = parts.trusts !== true && known === 'trusted' && parts.changedAgents.size > 0;
  const trust = isStale ? 'changed' : known;
  const isShown = trust === 'trusted' && (intent.shown === undefined || parts.trusts === true);
  const programs = intent.calls && !isShown ? findPrograms(parts, intent) : [];
  const problems = [...describeWithheld(withheld, parts.world.env), ...programs];
  if (problems.length === 0 && !isStale) return;
  const isRefused = trust === 'trusted' || withheld.some(({ refusal }) => refusal !== null);
  const isStored = trust === 'trusted' && programs.length === problems.length;
  throw new S2sError('NOT_TRUSTED', isStored ? sayStored : sayWhy(trust), {
    hint: isStored
      ? 'If you want that, name the model again with --model or --models, or add --trust for this once.'
      : isRefused
        ? 'Remove those lines, or put that provider into your own configuration, which may name any host.'
        : 's2s trust (after reading them; --trust approves them for one command)',
    problems,
    data: { trust, refused: isRefused, hash },
  });
}

const sayStored =
  'This session names a program that nothing else in the project names, so your approval of the project does not cover it. Nothing was started.';

function sayWhy(trust: AppParts['config']['trust']): string {
  if (trust === 'trusted')
    return 'This project would send a key to a host that it does not belong to. Nothing was started.';
  const begin = 'This project wants to run or contact something that you have not approved';
  return trust === 'changed'
    ? `${begin}: its files have changed since then. Nothing was started.`
    : `${begin}. Nothing was started.`;
}

/** Programs that would start here although the person did not name them: an assistant reads, and obeys, the files of a folder. */
function findPrograms(
  { config, world, remote }: Parts,
  { references, options, shown }: Intent,
): FileProblem[] {
  const isTrusted = config.trust === 'trusted';
  const word = options.ownWord ?? options;
  const own = new Set(
    [
      // Models named over a network are not the person's own choice.
      ...(remote === true ? [] : [word.model, ...Object.values(word.models ?? {})]),
      ...config.layers
        .filter(({ name }) => name === 'environment' || name === 'user' || (name === 'project' && isTrusted))
        .flatMap(({ entries }) => [...entries.values()])
        .flatMap(({ spec, value }) => (spec.can === 'model' && typeof value === 'string' ? [value] : [])),
      ...(isTrusted ? (shown ?? []) : []),
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

/** Throws INVALID_VALUE if a request over a network asks for more than the limits that are set on this machine. */
export function requireOwnLimits(
  { config, remote }: Pick<AppParts, 'config' | 'remote'>,
  options: object,
): void {
  if (remote !== true) return;
  checkLimits(config.layers, options, { allowsAgent: config.trust === 'trusted' });
}

/** Throws INVALID_VALUE if so many rounds in all are more than the person's own configuration allows. */
export function requireOwnRounds({ config }: Pick<AppParts, 'config'>, maxRounds: number): void {
  // A project's number of rounds is where people are asked whether to go on.
  const own = config.layers.filter(({ name }) => name !== 'project');
  checkLimits(own, { maxRounds }, { allowsAgent: true });
}

/** The most rounds that the person's own configuration allows; undefined where it names none. */
export function findOwnMostRounds({ layers }: AppParts['config']): number | undefined {
  const own = layers.filter(({ name }) => name !== 'project');
  const found = listLimits(own, { allowsAgent: true }).find(({ setting }) => setting === 'max_rounds');
  return typeof found?.limit === 'number' ? found.limit : undefined;
}

function checkLimits(
  layers: AppParts['config']['layers'],
  options: object,
  { allowsAgent }: { allowsAgent: boolean },
): void {
  for (const { setting, limit, by, isExceededBy } of listLimits(layers, { allowsAgent })) {
    const name = nameOption(setting.replace(/\.mode$/, ''));
    const value = (options as Record<string, unknown>)[name];
    if (value === undefined || !isExceededBy(value)) continue;
    throw new S2sError(
      'INVALID_VALUE',
      `${setting} ${value === null ? 'without limit' : JSON.stringify(value)} is above the limit of ${limit} (${by}).`,
      { hint: `Ask for ${limit} or less, or change the limit in a terminal on that machine.` },
    );
  }
}

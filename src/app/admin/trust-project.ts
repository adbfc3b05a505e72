/** Gives, revokes and lists the person's yes to projects. */
import path from 'node:path';
import { findProject } from '../../config/find-project.ts';
import { findUserFolder, type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import { dropTrust, keepTrust, listTrust } from '../../config/trust-records.ts';
import type { FileProblem } from '../../session/errors.ts';
import { describeWithheld } from '../describe-withheld.ts';
import { refuseNoProject } from '../refuse-project.ts';
import type { TrustedProject } from '../results.ts';
import type { AppWorld } from '../world.ts';

interface Place {
  cwd: string;
  world: AppWorld;
}

/**
 * Records the yes to the nearest project as it is now; if the person was asked before, `shown` is the hash of what they saw. Throws
 * NO_PROJECT, CONFIG_INVALID, and NOT_TRUSTED if the yes cannot be stored or the files have changed meanwhile.
 */
export async function trustProject({
  cwd,
  world,
  shown,
}: Place & { shown?: string | undefined }): Promise<TrustedProject> {
  const load = (trusts: boolean): Promise<LoadedConfig> => loadConfig({ ...world, cwd, trusts });
  const after = await load(true);
  if (after.project === null) throw refuseNoProject(cwd);
  const isForeign = after.project.isOwn === false;
  // A folder of somebody else is read only with a yes, so all its settings are new.
  const before = isForeign ? after : await load(false);
  const refused = after.withheld.map(({ entry }) => entry.key);
  const describe = (isRefused: boolean): FileProblem[] => {
    const { withheld } = isRefused ? after : before;
    return describeWithheld(
      withheld.filter(({ entry }) => refused.includes(entry.key) === isRefused),
      world.env,
    );
  };
  const record = await keepTrust(after.userFolder, after.project, {
    hash: shown ?? before.hash ?? '',
    now: world.clock.now(),
  });
  return { ...record, allowed: describe(false), refused: describe(true) };
}

/** Revokes the yes to the nearest project. Throws NO_PROJECT. */
export async function revokeTrust({ cwd, world }: Place): Promise<{ path: string; revoked: boolean }> {
  const userFolder = findUserFolder({ ...world, cwd });
  const project = await findProject(cwd, world);
  // The folder's .s2s may have been removed since.
  const root = project?.root ?? path.resolve(cwd);
  const revoked = await dropTrust(userFolder, root);
  if (!revoked && project === null) throw refuseNoProject(cwd);
  return { path: root, revoked };
}

/** Every folder that the person said yes to, and whether its files are still the same. */
export function listTrusted({ cwd, world }: Place): ReturnType<typeof listTrust> {
  return listTrust(findUserFolder({ ...world, cwd }));
}

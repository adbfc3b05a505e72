/** Reads the plan that a new one continues: its packages, what git says of them, and how its demands have changed since. */
import { runGit } from '../../files/ask-git.ts';
import type { Demand, EarlierPlan } from '../../session/records.ts';
import { comparePackages, isSameId } from '../../session/rules/packages.ts';
import { replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';

/** The most commits that are read, and the most that are named for a package. */
const mostCommits = 5_000;
const mostNamed = 5;

/** The newest finished plan that shares a document with the demands; undefined where there is none. Rehearsals continue rehearsals. */
export async function readEarlierPlan(
  { repository, root, redactData }: Pick<AppParts, 'repository' | 'root' | 'redactData'>,
  demands: readonly Demand[],
  { rehearsal }: { rehearsal: boolean },
): Promise<EarlierPlan | undefined> {
  const { entries } = await repository.list({ status: 'completed', workflow: 'plan' });
  const ids = entries.flatMap(({ id, head }) => (head?.rehearsal === rehearsal ? [id] : [])).sort();
  for (const id of ids.reverse()) {
    const { session } = await repository.load(id);
    const isOurs = (session.demands ?? []).some(({ path }) => demands.some((one) => one.path === path));
    const packages = listPackages(session);
    if (!isOurs || session.replay !== undefined || packages.length === 0) continue;
    const commits = await readCommits(root, session.completed_at ?? session.updated_at);
    return redactData({
      session: id,
      packages: packages.map((one) => ({
        ...one,
        commits: [...one.commits, ...commits.filter(({ text }) => namesPackage(text, one.id))]
          .slice(0, mostNamed)
          .map(({ hash, subject }) => ({ hash, subject })),
      })),
      demands: compareDemands(session.demands ?? [], demands),
    });
  }
  return undefined;
}

/** What was agreed, and what was done before that already. */
function listPackages(session: Session): EarlierPlan['packages'] {
  const places = new Map(
    session.dossier.map(({ id, path, line }) => [id, line === null ? path : `${path}:${line}`]),
  );
  // Facts have other ids in the next session.
  const read = (words: string): string =>
    replaceMarks(words, (id) => (places.has(id) ? `\`${places.get(id)}\`` : null));
  const agreed = session.artifacts.filter(({ status }) => status === 'agreed' || status === 'decided');
  return [
    ...comparePackages(session).flatMap(({ state, before }) =>
      state === 'done' && before !== undefined ? [before] : [],
    ),
    ...agreed.map(({ id, title, text, why, check, details }) => {
      const { compared: _, changes: __, ...kept } = details;
      const own = Object.fromEntries(Object.entries(kept).map(([name, words]) => [name, read(words)]));
      return { id, title, text: read(text), why: read(why), check: read(check), details: own, commits: [] };
    }),
  ];
}

function compareDemands(before: readonly Demand[], now: readonly Demand[]): EarlierPlan['demands'] {
  const find = (list: readonly Demand[], id: string): Demand | undefined =>
    list.find((one) => isSameId(one.id, id));
  return [
    ...now.flatMap(({ id, hash }): EarlierPlan['demands'] => {
      const old = find(before, id);
      if (old === undefined) return [{ id, change: 'new' }];
      return old.hash === hash ? [] : [{ id, change: 'changed' }];
    }),
    ...before
      .filter(({ id }) => find(now, id) === undefined)
      .map(({ id }) => ({ id, change: 'gone' as const })),
  ];
}

/** The commits since an instant; none where git is silent. */
async function readCommits(root: string, since: string) {
  const log = await runGit(root, [
    ...['log', '--format=%x1e%h%x1f%s%x1f%b', `--since=${since}`, `--max-count=${mostCommits}`],
  ]);
  return (log ?? '')
    .split('\u001e')
    .slice(1)
    .map((entry) => {
      const [hash = '', subject = '', body = ''] = entry.split('\u001f');
      return { hash, subject, text: `${subject}\n${body}` };
    });
}

/** Whether a text names a package, as the message of a commit does. */
export function namesPackage(text: string, id: string): boolean {
  return (text.match(/[A-Za-z]+-\d+/g) ?? []).some((word) => isSameId(word, id));
}

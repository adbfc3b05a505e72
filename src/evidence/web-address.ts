/** Writes the web address of a file in a repository, for known hosts only, since each host has its own form of address. */

/** Writes the address of a line at a commit, as the part after the address of the repository. `path` is percent-encoded. */
type WriteAddress = (place: { commit: string; path: string; line: number }) => string;

const likeGitHub: WriteAddress = ({ commit, path, line }) => `/blob/${commit}/${path}#L${line}`;
const likeGitea: WriteAddress = ({ commit, path, line }) => `/src/commit/${commit}/${path}#L${line}`;

const hosts: Readonly<Record<string, WriteAddress>> = {
  'github.com': likeGitHub,
  'gitlab.com': ({ commit, path, line }) => `/-/blob/${commit}/${path}#L${line}`,
  'bitbucket.org': ({ commit, path, line }) => `/src/${commit}/${path}#lines-${line}`,
  'codeberg.org': likeGitea,
  'gitea.com': likeGitea,
  'git.sr.ht': ({ commit, path, line }) => `/tree/${commit}/item/${path}#L${line}`,
};

/**
 * Reads the URL of a remote as git stores it (`git@github.com:acme/queue.git`, `https://…`, `ssh://…`), without any user name or
 * password. Null for an unknown host.
 */
export function readRemote(remote: string): { host: string; repository: string } | null {
  const plain = remote.trim();
  const [, host, name] =
    /^(?:https?|ssh|git):\/\/(?:[^@/\s]*@)?([^/:\s]+)(?::\d+)?\/(.+)$/i.exec(plain) ??
    /^(?:[^@/\s]+@)?([^/:\s]+):(?!\/)(.+)$/.exec(plain) ??
    [];
  const repository = name?.replace(/\/+$/, '').replace(/\.git$/, '');
  const known = host?.toLowerCase();
  if (known === undefined || !Object.hasOwn(hosts, known)) return null;
  if (repository === undefined || !/^[~\w.-]+(?:\/[\w.-]+)+$/.test(repository)) return null;
  return { host: known, repository };
}

/** The address of a line at a commit; null when the host is not known. */
export function formatAddress(
  remote: string,
  { commit, path, line }: { commit: string; path: string; line: number },
): string | null {
  const known = readRemote(remote);
  const write = known === null ? undefined : hosts[known.host];
  if (known === null || write === undefined) return null;
  const encoded = path.split('/').map(encodeName).join('/');
  return `https://${known.host}/${known.repository}${write({ commit, path: encoded, line })}`;
}

/** Encodes one name of a path, including brackets, which mean something in markdown. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/[()'!*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

import { looksLikeKey } from './secret-values.ts';

const dataEndings = String.raw`(\.(json|ya?ml|toml|ini|cfg|conf|xml|properties|txt|csv|enc|env))?`;

/** Names of files that hold secrets as a rule, whatever is in them. Matched without regard to capitals. */
const secretNames: readonly { name: RegExp; what: string }[] = [
  { name: /^\.env|\.env$|^\.envrc$/, what: 'a file of environment variables' },
  { name: /\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|pkcs12)$/, what: 'a key or certificate store' },
  { name: /^id_(rsa|dsa|ecdsa|ed25519)/, what: 'an SSH key' },
  {
    name: /^(\.|_)(npmrc|netrc|pypirc|pgpass|my\.cnf|git-credentials|htpasswd|dockercfg|boto|s3cfg|yarnrc\.yml)$/,
    what: 'a file of credentials',
  },
  { name: new RegExp(`^\\.?(aws[-_])?credentials?${dataEndings}$`), what: 'a file of credentials' },
  {
    name: new RegExp(
      `(^|[-_.])secrets?([-_]\\w+)*(\\.(enc|local|prod|production|dev|staging))?${dataEndings}$`,
    ),
    what: 'a file of secrets',
  },
  {
    name: /^(client[-_]secrets?|service[-_]?account).*\.json$|credentials\.json$/,
    what: 'a file of credentials',
  },
  { name: /\.tfstate(\.backup)?$/, what: 'a Terraform state, which holds secrets' },
];

/** Folders whose files are all secret. */
const secretFolders = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube']);

/** Says why a path looks like a secret, or null. Every part of the path counts, with either separator. */
export function findSecretName(path: string): string | null {
  const parts = path.toLowerCase().split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  const found = secretNames.find((secret) => secret.name.test(name));
  if (found !== undefined) return found.what;
  if (parts.slice(-2).join('/') === '.docker/config.json') return 'a file of credentials';
  const folder = parts.slice(0, -1).find((part) => secretFolders.has(part));
  return folder === undefined ? null : `in ${folder}, where credentials are kept`;
}

/** Says why a text looks like a secret, or null. */
export function findSecretText(text: string): string | null {
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) return 'it holds a private key';
  return looksLikeKey(text) ? 'it holds something that looks like a key' : null;
}

import { makeWellFormed } from '../well-formed.ts';
import { createRedactor } from './redactor.ts';
import { looksLikeKey } from './secret-values.ts';

const dataEndings = String.raw`(\.(json|ya?ml|toml|ini|cfg|conf|xml|properties|txt|csv|enc|env))?`;

/** Names of files that usually hold secrets; their content is not checked. Matched against lowercase names. */
const secretNames: readonly { name: RegExp; what: string }[] = [
  {
    name: /^\.env|\.env$|^\.envrc$|^env\.(local|dev|development|test|staging|prod|production)$|^\.renviron$/,
    what: 'a file of environment variables',
  },
  {
    name: /\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|pkcs12|skr|ovpn|mobileprovision)$|^secring\.|^wg\d+\.conf$/,
    what: 'a key or certificate store',
  },
  { name: /^id_(rsa|dsa|ecdsa|ed25519)/, what: 'an SSH key' },
  {
    name: /^(\.|_)?(npmrc|netrc|pypirc|pgpass(\.conf)?|my\.cnf|mylogin\.cnf|git-credentials|htpasswd|authinfo(\.gpg)?|msmtprc|terraformrc|databrickscfg|dockercfg|dockerconfig(\.?json)?|boto|s3cfg|yarnrc\.yml|rclone\.conf|vault[-_]?pass(word)?(\.txt)?)$/,
    what: 'a file of credentials',
  },
  { name: /^\.?kube[-_]?config(\.ya?ml)?$|\.kubeconfig$/, what: 'a file of credentials' },
  {
    name: /^(local\.settings|credentials.*|firebase[-_]?adminsdk.*)\.json$|-firebase-adminsdk-.*\.json$|^wp-config\.php$/,
    what: 'a file of credentials',
  },
  {
    name: /(^|[-_.])(api|access|private|signing|deploy|ssh|gcp|gcloud|sa|service([-_]account)?)[-_]?keys?(\.(json|txt|ya?ml))?$/,
    what: 'a file of keys',
  },
  { name: /(^|[-_.])tokens?\.txt$|^\.[\w-]*token$/, what: 'a file of tokens' },
  { name: new RegExp(`(^|[-_.])passw(or)?ds?${dataEndings}$`), what: 'a file of passwords' },
  { name: /^\.\w+_history$/, what: 'a history of commands' },
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
  { name: /\.tfstate(\..*)?$/, what: 'a Terraform state, which holds secrets' },
  { name: /\.tfvars(\.json)?$/, what: 'Terraform variables, which often hold secrets' },
];

/** Folders whose files are all secret. */
const secretFolders = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.gcloud',
  '.oci',
  '.password-store',
]);

/** Lines with a credential, as programs store it, with a value instead of a placeholder. */
const credentialLines: readonly RegExp[] = [
  /_authToken\s*=\s*["']?[A-Za-z0-9_-]{16,}/,
  /\baws_secret_access_key\s*[=:]\s*["']?[A-Za-z0-9+/]{40}/i,
  /^[ \t]*machine[ \t]+\S+\s+login[ \t]+\S+\s+password[ \t]+\S{6}/m,
  /"auths"\s*:\s*\{[^}]*"auth"\s*:\s*"[A-Za-z0-9+/=]{8,}"/,
  /\bclient-key-data:\s*[A-Za-z0-9+/=]{40,}/,
  /\bAccountKey=[A-Za-z0-9+/]{40,}/,
  /^PuTTY-User-Key-File-\d/m,
];
/** A Kubernetes secret with a literal value, not one from a template. */
const kubernetesSecret = /^kind:[ \t]*["']?Secret\b/m;
const secretData =
  /^(?:data|stringData):[ \t]*\n(?:[ \t]+\S.*\n)*?[ \t]+[\w.-]+:[ \t]*(?!["']?(?:\{\{|\$|<))\S{6}/m;
const redactShapes = createRedactor([]);
/** Removed before the check, since in examples of requests a word follows it as often as a token. */
const bearer = /\bBearer\s+/gi;

/** Says why a path looks like a secret, or returns null. Every part of the path counts, with either separator. */
export function findSecretName(path: string): string | null {
  const parts = path.toLowerCase().split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  const found = secretNames.find((secret) => secret.name.test(name));
  if (found !== undefined) return found.what;
  if (parts.slice(-2).join('/') === '.docker/config.json') return 'a file of credentials';
  const folder = parts.slice(0, -1).find((part) => secretFolders.has(part));
  return folder === undefined ? null : `in ${folder}, where credentials are kept`;
}

/** The keys with which documentation of AWS shows what keys look like; they open nothing. */
const exampleKeys = /\bA[KS]IA[A-Z0-9]{9}EXAMPLE\b|[A-Za-z0-9+/]{30}EXAMPLEKEY\b/g;

/** Says why a text looks like a secret, or returns null. */
export function findSecretText(whole: string): string | null {
  const text = whole.replace(exampleKeys, 'EXAMPLE');
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) return 'it holds a private key';
  const values = text.replace(bearer, '');
  if (looksLikeKey(text) || redactShapes(values) !== makeWellFormed(values))
    return 'it holds something that looks like a key';
  if (credentialLines.some((line) => line.test(text))) return 'it holds a credential';
  return kubernetesSecret.test(text) && secretData.test(text) ? 'it holds a Kubernetes secret' : null;
}

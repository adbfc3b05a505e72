/** The sentences for failures of calls: what happened, and what to do about it, from the facts. */

import type { FailureFacts, FailureReason } from '../session/failure.ts';
import type { FailureKind } from '../session/vocabulary.ts';
import { howToWiden } from './client/cut-prompt.ts';

/** A failure as far as sentences are concerned. */
export interface FailureToSay {
  kind: FailureKind;
  facts: FailureFacts;
}

type Say = (facts: FailureFacts, kind: FailureKind) => string;

/** A clause, and the advice where there is a better one than that for the kind. */
type Words = string | Say | { what: string | Say; remedy: string | Say };

const moreTime = 'Give the seat more time with --agent-timeout, or a faster model.';
const checkAddress =
  'Check `base_url` of the provider: nothing, a web page or a proxy answers there (for OpenAI-compatible servers it ends in /v1).';
const checkKey =
  'Check the key: expired, of another account or region, or copied in part? Azure and some gateways want it in a header of their own: `api_key_header: api-key` in the provider. Then run `s2s doctor`.';
const checkOutput =
  'Check the command and the output setting of the provider against what the program prints.';

const sentences: Record<FailureReason, Words> = {
  answered: {
    what: ({ status, said }) =>
      joinWords(status === null ? 'an error instead of a reply' : `answered ${status}`, said),
    // With an unknown model it is the model that was not found.
    remedy: ({ status }, kind) =>
      status === 404 && kind === 'bad-request' ? checkAddress : status === 401 ? checkKey : '',
  },
  connection: {
    what: (facts) => describeNetworkCode(facts).what,
    remedy: (facts) => describeNetworkCode(facts).remedy,
  },
  redirect: {
    what: ({ status, about }) => `answered ${status} and sends the request to ${about}`,
    remedy: 'If that is the right place, set it as `base_url` of the provider.',
  },
  proxy: {
    what: ({ about }) => `${about} does not hold the address of a proxy`,
    remedy: ({ about }) => `Set ${about} to an address such as http://proxy.example:8080, or unset it.`,
  },
  'broke-off': 'the reply broke off before its end',
  'too-long': ({ about }) => `the reply was longer than ${about} bytes and was given up`,
  'not-json': { what: 'the reply is not JSON', remedy: checkAddress },
  'empty-body': 'an empty body instead of a reply',
  'no-message': { what: 'a reply without a message', remedy: checkAddress },
  refused: ({ said }) => joinWords('refused', said),
  filtered: 'the reply was stopped by a content filter',
  'cut-off': ({ code, about }) => `the reply was cut off at ${about} tokens (${code})`,
  'no-text': ({ code }) => `the reply was empty${code === null ? '' : ` (${code})`}`,
  'prompt-cut': {
    what: ({ about, code }) =>
      `its server cut the prompt: it counted ${about} tokens of some ${code} that were sent`,
    remedy: howToWiden,
  },
  'no-form': ({ said }) =>
    joinWords(
      'it answers, but not in the form that a seat needs, not even with the form in the prompt',
      said,
    ),
  'no-key': {
    what: ({ about }) => `there is no key: the variable ${about} is not set`,
    remedy: ({ about }) =>
      `Set ${about} to a key, name another model, or add --dry-run for a rehearsal without a model.`,
  },
  'unsendable-key': {
    what: ({ about }) => `the key in ${about} holds characters that cannot be sent`,
    remedy: 'Copy the key again: it must be plain Latin letters, digits and signs, without line breaks.',
  },
  'time-limit': { what: ({ about }) => `no answer within ${about} s`, remedy: moreTime },
  'cost-limit': {
    what: ({ about }) =>
      `the call was not made: with it the session may cost up to $${about}, which is above the cost limit`,
    remedy: 'Resume with a higher limit: --max-cost USD.',
  },
  suspended: 'the process was suspended before the request was sent',
  cancelled: 'the call was cancelled',
  exit: ({ status, said }) => joinWords(`ended with code ${status}`, said),
  signal: ({ said }) => joinWords('was ended by a signal', said),
  'program-error': ({ said }) => joinWords('reported an error', said),
  'program-missing': {
    what: ({ about }) => `the program "${about}" was not found`,
    remedy: ({ about }) => `Install "${about}" or put it on the PATH, or name another model for this seat.`,
  },
  'program-forbidden': {
    what: ({ about }) => `the program "${about}" may not be run`,
    remedy: ({ about }) => `Make "${about}" executable, or name another model for this seat.`,
  },
  'program-start': ({ about, said }) => joinWords(`"${about}" could not be started`, said),
  'no-command': {
    what: 'the provider has no command',
    remedy: ({ about }) => `Give the provider a command in the configuration: providers.${about}.command.`,
  },
  'no-place-for-model': {
    what: ({ code }) => `the command has no place for the model "${code}"`,
    remedy: ({ about }) =>
      `Write the reference as "${about}", or put "{model}" into providers.${about}.command.`,
  },
  'too-much-output': ({ about }) => `printed more than ${about} bytes and was ended`,
  'no-output': ({ said }) => joinWords('printed nothing', said),
  'output-not-json': {
    what: ({ about }) => `printed no JSON, although its output is set to ${about}`,
    remedy: checkOutput,
  },
  'nothing-at-path': {
    what: ({ about }) => `the printed JSON has nothing at "${about}"`,
    remedy: checkOutput,
  },
  'batch-errored': ({ said }) => joinWords('failed in its batch', said),
  'batch-cancelled': {
    what: ({ about }) => `the batch ${about} was cancelled at the provider`,
    remedy: 'Resume to send the cancelled calls again.',
  },
  'batch-expired': ({ about }) => `the batch ${about} expired before the call was processed`,
  'batch-without-id': 'a batch was accepted but got no id',
};

/** What the person can do when the reason gives no better advice. */
const remedies: Readonly<Record<FailureKind, string>> = {
  timeout: moreTime,
  'rate-limit': 'Wait a moment and resume, or spread the seats over several providers with --models.',
  overloaded: 'Resume later, or name another model for this seat with --models.',
  auth: 'Set a valid key in the environment and run `s2s doctor`.',
  forbidden: 'Check what the key is allowed to use, or name another model for this seat with --models.',
  billing: 'Add credit or raise the limit at the provider, then resume.',
  'unknown-model':
    'Check the name of the model, or resume with another one: --models <seat>=<provider/model>.',
  'bad-request':
    'Run `s2s doctor`; if the model lacks an ability that is needed here, name another one with --models.',
  'too-large': 'Send fewer or shorter context files, or use a model with a larger context.',
  refusal: 'Word the topic differently, or name another model for this seat.',
  truncated: 'Use a model with a larger output, or ask for less in one session.',
  malformed: 'Name a model for this seat that keeps to a given format.',
  empty: 'Resume, or name another model for this seat with --models.',
  network: 'Check the connection and the base URL of the provider, then resume.',
  server: 'The provider has a fault; resume later or name another model.',
  budget: 'Resume with a higher limit: --max-cost USD.',
  cancelled: 'Resume to go on.',
};

/** What happened, in a clause that names neither the seat nor its model: `answered 529: Overloaded`. */
export function sayFailure({ kind, facts }: FailureToSay): string {
  const words = facts.reason === null ? facts.said : sentences[facts.reason];
  const clause = sayWords(typeof words === 'object' ? words.what : words, { kind, facts });
  if (facts.wait_ms === null) return clause;
  return `${clause}; it asks to wait ${Math.ceil(facts.wait_ms / 1000)} s, longer than the call may take`;
}

/** What the person can do about it. */
export function sayRemedy({ kind, facts }: FailureToSay): string {
  const words = facts.reason === null ? '' : sentences[facts.reason];
  return (typeof words === 'object' ? sayWords(words.remedy, { kind, facts }) : '') || remedies[kind];
}

function sayWords(words: string | Say, { kind, facts }: FailureToSay): string {
  return typeof words === 'string' ? words : words(facts, kind);
}

function joinWords(what: string, said: string): string {
  return said === '' ? what : `${what}: ${said}`;
}

const untrusted =
  'The certificate is not trusted here: put the authority that signed it into a PEM file and name that file in NODE_EXTRA_CA_CERTS.';
const cut =
  'The connection was cut; try again. If it keeps happening, check whether `base_url` needs https://.';
const noWay = 'There is no route to that host from here: check the connection, the VPN and the address.';

/** For each code: what happened, as words before the host, and what to do. The first matching pattern counts. */
const rules: readonly [code: RegExp, happened: string, remedy: string][] = [
  [
    /^ECONNREFUSED$/,
    'connection refused by',
    'Nothing listens there: is the server started, and is the port right?',
  ],
  [/^ENOTFOUND$/, 'there is no host named', 'Check the address in `base_url`, and the connection.'],
  [/^EAI_/, 'names cannot be looked up at the moment:', 'Check the connection and its name server.'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/, 'the connection was cut by', cut],
  [/^(?:E(?:HOST|NET)UNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/, 'there is no route to', noWay],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no connection in time to', noWay],
  [
    /^(?:EACCES|EPERM)$/,
    'this machine does not allow a connection to',
    'Check the firewall or the sandbox that s2s runs in.',
  ],
  [/^CERT_HAS_EXPIRED$/, 'the certificate has expired at', 'Renew the certificate of the server.'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet at', 'Check the clock of this machine.'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'the certificate belongs to another host than',
    'Check the host in `base_url`: it must be one of those that the certificate names.',
  ],
  [/SELF_SIGNED|^UNABLE_TO_|^CERT_/, 'the certificate is not trusted of', untrusted],
  [
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/,
    'no TLS is spoken by',
    'The server does not speak TLS there: write http:// instead of https:// in `base_url`, or check the port.',
  ],
  [
    /^ERR_SSL_|^EPROTO$/,
    'TLS could not be agreed on with',
    'Check the TLS versions and ciphers of the server, whether it asks for a client certificate, and anything in between.',
  ],
  [/^HPE_/, 'no HTTP is spoken by', 'Check the port, and whether `base_url` needs https://.'],
  [
    /^UND_ERR_ABORTED$/,
    'the proxy refused the way to',
    'Check HTTPS_PROXY and HTTP_PROXY with their name and password, or name the host in NO_PROXY.',
  ],
];

/** What happened to a connection, and what to do; the advice is empty for a code that is not known. */
export function describeNetworkCode({ code, host, said }: FailureFacts): { what: string; remedy: string } {
  const [, happened, remedy] = rules.find(([pattern]) => pattern.test(code ?? '')) ?? [];
  if (happened === undefined || remedy === undefined || host === null)
    return { what: said === '' ? 'the connection failed' : said, remedy: remedy ?? '' };
  return { what: `${happened} ${host} (${code})`, remedy };
}

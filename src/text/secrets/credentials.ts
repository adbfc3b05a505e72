/** Removes the passwords and tokens that stand in addresses and in headers, where their place tells them from words. */
import { couldBeWord, countRandom, looksSecret } from './secret-strength.ts';

/** What stands in a text in place of a secret. */
export const mark = '[redacted]';

/** Who signs in, between the scheme and the host: `user:password`, or a token alone. Also with the slashes of JSON escaped. */
const signIn = /(:\\?\/\\?\/)([^\s/\\"'`<>]{1,300})(@)(\[[\da-f:.]{2,50}\]|[\w.-]{0,100})/gi;
/** The same in an address that is percent-encoded as a part of another. */
const encodedSignIn =
  /((?::|%(?:25)*3A)(?:%(?:25)*2F){2})((?:(?!%(?:25)*2F)[^\s/\\"'`<>]){1,300})(@|%(?:25)*40)(\[[\da-f:.]{2,50}\]|[\w.-]{0,100})/gi;

/** A value in the query of an address, by the names that hosts and clouds give to tokens and signatures. */
const queryValue =
  /((?:[?&;]|%(?:25)*(?:3F|26))(?:(?:[\w.-]|%5F|%2D){0,40}(?:token|secret|password|passwd|api(?:[_-]|%5F|%2D)?key|signature|credential)|sig|key|auth)(?:=|%(?:25)*3D))((?:(?!%(?:25)*(?:26|23))[^\s&#"'`<>]){8,2000})/gi;

/** A header that carries a token; those with `Basic` are below. */
const header =
  /(\b(?:(?:proxy-)?authorization|x-[\w-]{0,40}(?:key|token|secret|auth)|(?:private|job|deploy)-token|api-?key)["']?\s{0,4}[:=]\s{0,4}["'`]?)(?!basic\s)([a-z][\w-]{1,40}\s{1,4})?([^\s"'`,;]{12,4000})/gi;

/** `Basic` and the base64 of `user:password`, in a header or behind its name. */
const basic = /\b(Basic\s{1,4})([A-Za-z0-9+/_-]{8,4000}={0,2})/gi;

const cookies = /(\b(?:set-)?cookie["']?\s{0,4}[:=]\s{0,4}["']?)([^\r\n"'`]{8,4000})/gi;

/** Replaces what signs somebody in by a mark; the names, hosts and headers around it stay. */
export function redactCredentials(text: string): string {
  const hide = (_: string, slashes: string, who: string, at: string, host: string): string =>
    `${slashes}${hideWho(who, host)}${at}${host}`;
  return text
    .replace(signIn, hide)
    .replace(encodedSignIn, hide)
    .replace(queryValue, hideIfSecret)
    .replace(header, (whole: string, name: string, scheme: string | undefined, value: string) => {
      // Where words follow, what looks like a scheme is the token.
      if (looksSecret(scheme ?? '')) return `${name}${mark} ${value}`;
      return hideIfSecret(whole, `${name}${scheme ?? ''}`, value);
    })
    .replace(basic, (whole: string, name: string, value: string) =>
      isPassword(Buffer.from(value, 'base64').toString('latin1')) ? `${name}${mark}` : whole,
    )
    .replace(
      cookies,
      (_, name: string, values: string) => name + values.replace(/([^\s=;]{1,200}=)([^\s;]+)/g, hideIfSecret),
    );
}

function hideIfSecret(whole: string, name: string, value: string): string {
  return looksSecret(value) ? `${name}${mark}` : whole;
}

function hideWho(who: string, host: string): string {
  const [, user = '', colon = '', password = ''] = /^(.*?)(?:(:|%(?:25)*3A)(.*))?$/is.exec(who) ?? [];
  const isPlain = (value: string): boolean => looksSecret(value) || (isWeak(value) && isFar(host));
  const isHidden = password === '' ? (colon !== '' && isPlain(user)) || isToken(user) : looksSecret(user);
  const shown = isHidden ? mark : user;
  return `${shown}${colon}${isPlain(password) ? mark : password}`;
}

/** Whether who signs in without a password does so with a token: a name is a word, perhaps with a number. */
function isToken(user: string): boolean {
  if (looksSecret(user)) return true;
  const isIssued = /^(?:gh[a-z]|github_pat|glpat|npm|hf|pypi|[sr]k|xox[a-z]|dop_v1|pat)[_-]/i.test(user);
  return (
    isWeak(user) && (isIssued || /^[\da-f]{20,}$/i.test(user) || (/\d/.test(user) && countRandom(user) >= 8))
  );
}

/** Whether decoded text is `user:password` with a password that is more than an example. */
function isPassword(decoded: string): boolean {
  const [, password = ''] = /^[\x20-\x7e]*?:([\x20-\x7e]+)$/.exec(decoded) ?? [];
  return looksSecret(password) || isWeak(password);
}

/** Whether a value is neither a word, as in examples, nor a place for one: `${TOKEN}`, `<password>`, `%s`, `***`. */
function isWeak(value: string): boolean {
  return !couldBeWord(value) && !/^(?:[$<{[*]|%[sd(])|^(.)\1*$|x{3}|\.{3}|…/i.test(value);
}

/** Whether a host can be reached from elsewhere: the password of a database on this machine is the same in every example. */
function isFar(host: string): boolean {
  return (
    /\.|:/.test(host) &&
    !/^(?:127\.|0\.0\.0\.0|\[::1?\])|(?:^|\.)example(?:\.|$)|\.(?:test|local|localhost|invalid)$/i.test(host)
  );
}

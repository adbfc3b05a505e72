/** Failures that arrive as an answer: from a proxy with status 200, or from a program that prints an error in place of its answer. */

import { isMapping } from '../../domain/is-mapping.ts';
import { type Completion, ModelError } from '../../domain/provider.ts';
import { splitThinking } from '../../domain/split-thinking.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import { parseJson } from '../../text/parse-json.ts';
import { rewordError } from '../client/failure-rules.ts';
import { classifyHttpFailure, cleanMessage } from './failure.ts';
import { isPage } from './read-body.ts';
import { readRefusal } from './refusal.ts';

/** Longer texts count as answers, whatever they say. */
const mostCharacters = 400;
const mostLines = 4;

/** How an error message begins. Each pattern fits the beginning of a message, not of a sentence about errors. */
const openings: readonly RegExp[] = [
  // API Error: 529 …, [API Error: …], Error: …, ❌ Error 429 …, Error code: 503, stream error: …
  /^(?:(?:api|http|server|request|internal|upstream|network|fatal|execution|unhandled|stream|unexpected|connection|provider|model|llm|system|authentication|client|proxy|gateway|openai|anthropic|claude|gemini|codex|litellm) ){0,3}error(?: code)?(?: \d{3}\b| ?\([^)]{0,80}(?:\)|$)|:)/i,
  /^(?:\w+ ){0,2}[\w.]+(?:Error|Exception):/,
  /^(?:error|fatal)(?:\]|\n)\s*\S/i,
  /^traceback \(most recent call last\):/i,
  /^(?:panic: |segmentation fault\b|bus error\b|(?:killed|aborted)[.!]?$|(?:(?:line )?[\w./-]+: ){1,3}command not found$)/i,
  /^(?:(?:connect|connection|read|write|getaddrinfo|dial tcp)\b.{0,40} )?(?:ECONN[A-Z]+|ENOTFOUND|EAI_[A-Z]+|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)\b/,
  /^(?:cuda (?:error: )?out of memory|out of memory[.!]?$|cannot read propert(?:y|ies) of (?:undefined|null))/i,
  /^(?:(?:the |a )?(?:\w+ )?operation timed out|\w*timeout(?:error)?|[45]\d\d|unknown error|bad request)[.!]?$/i,
  /^(?:reached max turns|max turns reached|no (?:content|response|output|reply)(?: (?:from|was|received|generated)\b.*)?[.)]*$|(?:null|undefined|object object)$)/i,
  /^(?:(?:the |this model['’]s )?maximum )?context (?:length|window) (?:has been |was )?(?:exceeded[.!]?$|is \d)/i,
  /^please (?:set an auth|upgrade your (?:plan|account|subscription)|wait (?:a few|\d+) (?:seconds|minutes) before)/i,
  /^(?:failed to log ?in|oauth authentication is|(?:your )?(?:free )?(?:trial|licen[cs]e|subscription) (?:has )?(?:expired|ended)[.!]?$|this request requires more credits|upgrade to \w+ to continue)/i,
  /^access to (?:this|the) model is (?:restricted|denied)[.!]?$/i,
  // Messages in other languages, which end there or go on after a comma.
  /^(?:es ist ein (?:\S+ )?fehler aufgetreten|ein (?:\S+ )?fehler ist aufgetreten|une erreur (?:\S+ )?(?:est survenue|s['’]est produite)|(?:ha )?ocurri(?:ó|do) un error|se ha producido un error|ocorreu um erro|произошла ошибка)/i,
  /^(?:(?:服务器?|系统|模型)(?:内部)?(?:正?繁忙|错误|异常|过载)|请求(?:过于频繁|超时|失败|出错)|(?:账户)?余额不足|エラーが発生しました|오류가 발생했습니다)(?=$|[，。！,.!\s])/,
  /^(?:fatal|(?:unhandled |uncaught )?exception):/i,
  /^error \d{3}\b/i,
  /^(?:(?:api|execution|fatal|internal|unexpected|unhandled|network|server|request) )*(?:error|exception|failure)[\s.!]*$/i,
  /^(?:http(?:\/[\d.]+)?|status|status code|unexpected status|code|error) ?:? ?[45]\d\d\b/i,
  /^[45]\d\d:? (?:bad request|unauthorized|payment required|forbidden|not found|request timeout|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|overloaded)/i,
  /^(?:failed to|could not|unable to|cannot) (?:authenticate|connect|fetch|reach|get a response|generate|process your request|complete (?:the|your) request|load (?:the )?model)/i,
  /^(?:the )?(?:request|connection|stream|upstream|generation|inference|fetch|api call) (?:failed|timed out|was aborted|aborted|refused|reset|closed|request timeout|connect error|disconnected|error)\b/i,
  /^(?:[\w'’]+ ){0,4}(?:[\w-]+-hour|usage|rate|request|tier|trial|token|quota|message|session|weekly|daily|hourly|monthly|spending|your) limit (?:has been |was |is )?(?:reached|exceeded|hit)\b/i,
  /^(?:sorry, |oops[,!]? |whoa[,!]? )?you(?:'ve|’ve| have)? (?:hit|reached|exceeded|exhausted|used up|run out of|ran out of) (?:your|the|all)\b/i,
  /^you exceeded your current quota/i,
  /^(?:too many requests|quota (?:exceeded|exhausted)|resource[ _](?:has been )?exhausted|rate limited)(?:$|\W+(?:$|please|try|slow|retry|wait|for|on this|\d))/i,
  /^(?:your )?(?:credit balance (?:is )?too low|insufficient (?:credits?|balance|funds|quota)|(?:your )?account (?:balance )?(?:is )?(?:overdue|in arrears|suspended|disabled|deactivated)|payment required|out of credits)\b/i,
  /^(?:invalid|incorrect|missing|no|expired|your) (?:(?:x-)?api[ -]?key|auth(?:entication)? ?(?:token)?|oauth token|credentials?)(?: (?:is|has|was) (?:invalid|expired|missing|incorrect)| provided| found| ·|:|\.|!|$)/i,
  /^(?:your )?(?:oauth )?(?:api key|token|session) (?:has )?(?:expired|is (?:invalid|missing|not valid)|not (?:valid|found|set)|was revoked)/i,
  /^(?:please (?:run )?\/?log ?in|not logged in|login required|authentication (?:failed|required)|unauthorized(?! \w))\b[\s\S]{0,80}$/i,
  /^(?:the |this |our )?(?:server|service|model|engine|api|system|upstream)(?: \S+)? (?:is|are|was|had|has)(?: currently| temporarily| still)? (?:(?:overloaded|busy|unavailable|at capacity|down)(?=$|[^\w\s]|\s+(?:right|at the|now|please|try|due|with|and|for)\b)|loading|being loaded|not available|an error|experiencing)\b/i,
  /^(?:overloaded|server busy|service (?:is )?(?:temporarily )?unavailable|bad gateway|gateway time-?out|internal server error|upstream request timeout|no healthy upstream|context deadline exceeded|model not found|access denied|forbidden|request timed out|timeout|connection (?:error|refused|reset))(?:_error)?[\s.!]*$/i,
  /^(?:we're|we are) (?:currently |experiencing |sorry)[^.]{0,60}(?:high (?:demand|load|traffic)|overloaded|unavailable|capacity)/i,
  /^(?:(?:i['’]m |we['’]re |i am )?sorry[,.:] |oops[,!.]? )?(?:something went wrong|an? (?:unexpected |internal |unknown )?error (?:has )?occurred|there was an error)\b/i,
  /^(?:the )?prompt is too long(?:\W*$|:)/i,
  // A digit or a sign in the name of a model tells it from "the model layer does not exist".
  /^the model (?=\S*[\d/:'"`-])\S{1,80} (?:does not exist|is not available|was not found)/i,
  /^(?:there's an issue with the selected model|model\b.{0,80}\b(?:not found|does not exist|is not available|not supported))/i,
];

/** The kinds of such messages, beyond the words of servers. The first matching pattern counts. */
const spokenKinds: readonly [pattern: RegExp, kind: FailureKind][] = [
  [
    /credit balance|insufficient|payment required|overdue|arrears|out of credits|run out of|billing/i,
    'billing',
  ],
  [/余额|requires more credits|trial|licen[cs]e|upgrade/i, 'billing'],
  [
    /set an auth|log ?in\b|logged in|unauthorized|authenticat|api[ -]?key|oauth|token (?:has )?expired|credentials/i,
    'auth',
  ],
  [
    /limit (?:has been |was |is )?(?:reached|exceeded|hit)|your (?:\w+ ){0,2}limit|too many requests|rate.?limit|quota|exhausted|频繁|before you try/i,
    'rate-limit',
  ],
  [/selected model|model\b.{0,80}(?:not found|not exist|not available|not supported)/i, 'unknown-model'],
  [
    /overloaded|busy|capacity|unavailable|high (?:demand|load|traffic)|loading|being loaded|繁忙|过载/i,
    'overloaded',
  ],
  [/context (?:length|window)/i, 'too-large'],
  [/timed? ?-?out|超时|deadline|connection|upstream|disconnected|fetch failed|ECONN|ENOTFOUND/i, 'network'],
  [/forbidden|access denied|not have access/i, 'forbidden'],
];

/** Reads a text as a failure; null when it is an answer. `who` names the provider and model in messages. */
function findSpokenError(text: string, who: string): ModelError | null {
  const said = splitThinking(text).spoken.trim();
  const json = parseJson(said);
  if (isMapping(json)) return readRefusal({ status: 200, headers: new Headers(), text: said, json }, who);
  if (isPage(said)) return findPageError(said, who);
  const words = findErrorWords(said);
  return words === null ? null : classifyWords(words, who);
}

/** The words of an error in place of an answer, without warning signs, brackets and bold markup; null for an answer. */
export function findErrorWords(said: string): string | null {
  // The last line of a traceback, however long, says what happened.
  if (/^traceback \(most recent call last\):/i.test(said))
    return said.trim().split('\n').at(-1)?.trim() ?? said;
  if (said.length > mostCharacters || said.split('\n').length > mostLines) return null;
  const bare = said.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[\s*_`\])]+$/, '');
  return openings.some((opening) => opening.test(bare)) ? bare : null;
}

/** The kind of failure that the words of an error describe, or null. */
export function findSpokenKind(words: string): FailureKind | null {
  return spokenKinds.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

function classifyWords(words: string, who: string): ModelError {
  const status = Number(/(?<![\w.])([45]\d\d)(?![\w.]*\d)/.exec(words.slice(0, 120))?.[1] ?? 0);
  const failure = classifyHttpFailure({
    status: status || 400,
    code: null,
    type: null,
    message: words,
    headers: null,
    requestId: null,
    who,
  });
  const spoken = findSpokenKind(words);
  const isTold = failure.kind !== 'bad-request' && failure.kind !== 'server';
  const kind = isTold ? failure.kind : (spoken ?? (status === 400 ? 'bad-request' : 'server'));
  return new ModelError(kind, `${who} gave an error as its answer: ${cleanMessage(words)}`, {
    status: status || null,
    retryAfterMs: failure.retryAfterMs,
  });
}

/** Reads a web page that reports an error, by its title or heading; null for other pages. */
export function findPageError(page: string, who: string): ModelError | null {
  const title = /<(?:title|h1)[^>]{0,200}>\s*([^<]{1,200})/i.exec(page)?.[1]?.trim() ?? '';
  const isError = /\b[45]\d\d\b|error|unavailable|too many|bad gateway|time-?out|forbidden|overloaded/i.test(
    title,
  );
  return isError ? classifyWords(title, who) : null;
}

/** Returns a completion, unless its text is an error: then throws it as ModelError, with the usage. */
export function refuseSpokenError(completion: Completion, who: string): Completion {
  const error = findSpokenError(completion.text, who);
  if (error === null) return completion;
  throw rewordError(error, error.message, { requestId: completion.request_id, usage: completion.usage });
}

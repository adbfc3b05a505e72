/**
 * Splits a reply into what a model thought and what it said. Servers and programs that do not remove the thinking leave it
 * between marks. Every family of models has its own marks, and sometimes one of the two is missing.
 */

/** A reply in two parts. */
export interface SplitReply {
  /** What the model said, with the marks of an answer taken off. */
  spoken: string;
  /** What it only thought; empty when there are no marks. */
  thinking: string;
}

const names =
  '(?:ant|longcat_)?think(?:ing)?(?:_process)?|thoughts?(?:_process)?|reason(?:ing)?|reflection|analysis|scratchpad|inner_monologue|reasoning_content|internal(?:_thoughts?)?|cot|chain_of_thought|planning|思考';

interface Spelling {
  open: string;
  close: string;
  /** The opening mark is an ordinary word, which counts only where the closing one follows. */
  isWord?: boolean;
}

/** The marks of thinking. Each spelling is closed by its own kind of mark, whatever the word in it. */
const spellings: readonly Spelling[] = [
  // <think>, <thinking time="3">, <seed:think>
  {
    open: `<[ \\t]?(?:\\w+:)?(?:${names})(?:\\s[^<>]{0,200})?>`,
    close: `<[ \\t]?/[ \\t]?(?:\\w+:)?(?:${names})\\s*>`,
  },
  // The same, escaped for HTML by a proxy, and in an HTML comment.
  { open: `&lt;(?:${names})&gt;`, close: `&lt;/(?:${names})&gt;` },
  { open: `<!--\\s*(?:${names})\\b:?`, close: '-->' },
  { open: `\\[(?:${names})\\]`, close: `\\[/(?:${names})\\]` },
  { open: `◁(?:${names})▷`, close: `◁/(?:${names})▷` },
  // <|begin_of_thought|>, <|START_THINKING|>, <|think|>, also with the full-width bars of some tokenizers
  {
    open: `<[|｜](?:(?:begin|start)[_▁](?:of[_▁])?)?(?:${names})[|｜]>`,
    close: `<[|｜](?:/|end[_▁](?:of[_▁])?)(?:${names})[|｜]>`,
  },
  // Channels: everything up to the message in the channel named "final".
  {
    open: '(?:<\\|start\\|>(?:assistant)?)?<\\|channel\\|>\\s*(?:analysis|commentary)[^<]{0,200}(?:<\\|constrain\\|>[^<]{0,40})?<\\|message\\|>',
    close: '<\\|(?:end|call)\\|>|(?=<\\|start\\|>)|(?=<\\|channel\\|>)',
  },
  // The same after a server has removed the marks and left their words.
  { open: 'analysis(?=\\S)', close: 'assistantfinal', isWord: true },
  { open: '<\\|channel>\\s*(?:thought|analysis)\\b', close: '<channel\\|>' },
  { open: '<unused94>(?:thought)?', close: '<unused95>' },
  { open: '<details\\s+type="reasoning"[^<>]{0,200}>', close: '</details>' },
  {
    open: '<details>\\s*<summary>\\s*(?:Thinking|Thought|Reasoning)\\b[^<>]{0,80}</summary>',
    close: '</details>',
  },
  { open: 'Here is my thought process:', close: 'Here is my response:', isWord: true },
  { open: '```(?:thinking|think|reasoning|thought)[ \\t]*\\n', close: '\\n```[ \\t]*(?=\\n|$)' },
  // What local runners print.
  { open: 'Thinking\\.\\.\\.(?=[ \\t]*\\n)', close: '\\.\\.\\.done thinking\\.?', isWord: true },
  { open: '\\[Start thinking\\]', close: '\\[End thinking\\]' },
];

/** Marks around the answer itself, which some models write after their thinking. */
const answerOpens =
  /^\s*(?:<s>(?!.*<\/s>\s*\S)|<\|im_start\|>assistant\s|<\|start_header_id\|>assistant<\|end_header_id\|>|<\|begin_of_box\|>|(?:<\|start\|>(?:assistant)?)?<\|channel\|>\s*final[^<]{0,80}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>|<[|｜]begin_of_(?:solution|answer)[|｜]>|<\|START_RESPONSE\|>|<(answer|final|final_answer|response|output)>(?=[\s\S]*<\/\1>\s*$))/i;
const answerCloses =
  /(?:<end_of_turn>|<\|(?:return|end|im_end|eot_id|eom_id|end_of_box|endoftext|end_of_solution|end_of_answer|END_RESPONSE)\|>|<｜end▁of▁sentence｜>|<\/s>)$/i;

const marks = spellings.map(({ open, close, isWord = false }) => ({
  opens: new RegExp(open, 'iy'),
  /** The first group is an opening mark. */
  either: new RegExp(`(${open})|(?:${close})`, 'gi'),
  isWord,
}));
const anyOpening = new RegExp(
  spellings
    .filter(({ isWord }) => isWord !== true)
    .map(({ open }) => open)
    .join('|'),
  'i',
);

/**
 * A closing mark whose opening mark was in the prompt: it ends its line, or stands right before JSON or right after the end
 * of a sentence. Anywhere else the text is only about the mark.
 */
const loneClose =
  /(?:<\/(?:\w+:)?(?:think(?:ing)?|thoughts?|reasoning|seed:think)\s*>|\[\/(?:THINK|THINKING|REASONING)\]|◁\/think(?:ing)?▷|<[|｜]end_of_thought[|｜]>|<\|END_THINKING\|>|<channel\|>|<unused95>)(?=[ \t]*(?:\r?\n|$)|\s*(?:[{[]|```|<))|(?<=[.!?…。！？)"”]\s{0,3})(?:<\/(?:think(?:ing)?|reasoning|thought)>|\[\/THINK\]|◁\/think▷)(?=\s|[A-Z])/gi;

/**
 * Removes the thinking from a reply: marked blocks at its beginning, further ones after those or at the beginning of a
 * line, and everything before a lone closing mark. A block that never ends reaches to the end of the text. Text that is
 * only about such marks stays as it is.
 */
export function splitThinking(text: string): SplitReply {
  const thoughts: string[] = [];
  let spoken = '';
  let at = skipSpace(text, 0);
  for (;;) {
    const block = readBlock(text, at);
    if (block === null) break;
    if (block.end === null) {
      // A block that never closes ends where a marked answer begins.
      const rest = text.slice(at);
      const from = rest.search(/<(answer|final_answer)>(?=(?:(?!<\1>)[\s\S])*<\/\1>\s*$)/i);
      if (from !== -1) spoken = takeOffMarks(rest.slice(from));
      return { spoken, thinking: [...thoughts, from === -1 ? rest : rest.slice(0, from)].join('\n') };
    }
    thoughts.push(text.slice(at, block.end));
    at = skipSpace(text, block.end);
  }
  if (thoughts.length === 0) at = 0;
  const end = findLoneClose(text.slice(at));
  if (end !== null) {
    thoughts.push(text.slice(at, at + end));
    at = skipSpace(text, at + end);
  }
  const rest = removeLaterBlocks(text.slice(at), { anywhere: thoughts.length > 0, thoughts });
  spoken = takeOffMarks(rest);
  if (thoughts.length === 0 && spoken === rest) return { spoken: text, thinking: '' };
  return { spoken, thinking: thoughts.join('\n') };
}

/** The block that opens at a position; `end` is null when it never closes. Null when none opens there. */
function readBlock(text: string, at: number): { end: number | null } | null {
  for (const { opens, either, isWord } of marks) {
    opens.lastIndex = at;
    if (!opens.test(text)) continue;
    let depth = 1;
    let last: number | null = null;
    either.lastIndex = opens.lastIndex;
    for (let mark = either.exec(text); mark !== null; mark = either.exec(text)) {
      if (mark[0] === '') either.lastIndex += 1;
      if (mark[1] !== undefined) depth += 1;
      else {
        last = mark.index + mark[0].length;
        depth -= 1;
        if (depth === 0) return { end: last };
      }
    }
    if (last === null && isWord) continue;
    // Opened more often than closed: the last closing mark ends it.
    return { end: last };
  }
  return null;
}

/** The position after the last lone closing mark before which no block was opened. */
function findLoneClose(text: string): number | null {
  // Inside whole JSON a mark is part of a text.
  if (/^\s*(?:```\w*\s*)?[{[]/.test(text)) return null;
  const opening = anyOpening.exec(text)?.index ?? text.length;
  let end: number | null = null;
  for (const mark of text.matchAll(loneClose)) {
    if (mark.index > opening) break;
    end = mark.index + mark[0].length;
  }
  return end;
}

/** How many unclosed opening marks are followed to the end of a text. */
const mostUnclosed = 20;

/** Removes further closed blocks outside code: anywhere after a first one, else only at the beginning of a line. */
function removeLaterBlocks(
  text: string,
  { anywhere, thoughts }: { anywhere: boolean; thoughts: string[] },
): string {
  const start = anywhere ? /[<[◁]|^(?:Thinking\.\.\.|```)/gm : /^[<[◁]|^```/gm;
  let kept = '';
  let from = 0;
  let inCode = false;
  let unclosed = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const isQuoted = inCode || text[found.index - 1] === '`' || unclosed >= mostUnclosed;
    const block = isQuoted ? null : readBlock(text, found.index);
    if (block === null || block.end === null) {
      if (block !== null) unclosed += 1;
      if (found[0] === '```') inCode = !inCode;
      continue;
    }
    kept += text.slice(from, found.index);
    thoughts.push(text.slice(found.index, block.end));
    from = block.end;
    start.lastIndex = from;
  }
  return kept + text.slice(from);
}

function takeOffMarks(text: string): string {
  const open = answerOpens.exec(text);
  let inner = open === null ? text : text.slice(open[0].length);
  for (;;) {
    const trimmed = inner.trimEnd();
    const mark = answerCloses.exec(trimmed);
    if (mark === null) break;
    inner = trimmed.slice(0, mark.index);
  }
  const tag = open?.[1];
  return tag === undefined ? inner : inner.trimEnd().slice(0, -`</${tag}>`.length);
}

function skipSpace(text: string, from: number): number {
  const space = /[\s\uFEFF]*/y;
  space.lastIndex = from;
  space.exec(text);
  return space.lastIndex;
}

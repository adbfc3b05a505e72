// Records a real run in a pseudo-terminal and writes it as docs/run.svg: each picture is a screen of the run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const binary = join(root, 'bin', 's2s.js');
const size = { cols: 80, rows: 28 };
const command = ['design', 'Which queue should carry the download jobs?', '--dry-run', '--seed', '1'];
const mostPictures = 14;
const secondsPerPicture = 1.6;

const folder = mkdtempSync(join(tmpdir(), 's2s-recording-'));
try {
  spawnSync(process.execPath, [binary, 'init', '--yes', '--name', 'media-api'], { cwd: folder });
  writeFileSync(join(root, 'docs', 'run.svg'), drawAnimation(choosePictures(await record())));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Every different screen of the run, in order. */
async function record() {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true, scrollback: 0, convertEol: false });
  const pictures = [];
  await new Promise((resolve) => terminal.write(`$ s2s ${quote(command).join(' ')}\r\n`, resolve));
  pictures.push(readScreen(terminal));
  const child = pty.spawn(process.execPath, [binary, ...command], {
    ...size,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TERM: 'xterm-256color', LANG: 'en_US.UTF-8' },
  });
  await new Promise((resolve) => {
    child.onData((data) => terminal.write(data, () => pictures.push(readScreen(terminal))));
    child.onExit(() => terminal.write('', resolve));
  });
  pictures.push(readScreen(terminal));
  return pictures;
}

function quote(words) {
  return words.map((word) => (/[^\w-]/.test(word) ? `"${word}"` : word));
}

/** The screen as lines of runs of equal style. */
function readScreen(terminal) {
  const buffer = terminal.buffer.active;
  return Array.from({ length: size.rows }, (_, row) => {
    const line = buffer.getLine(buffer.baseY + row);
    const runs = [];
    for (let column = 0; line !== undefined && column < size.cols; column += 1) {
      const cell = line.getCell(column);
      const style = `${cell.isBold() ? 'b ' : ''}${cell.isDim() ? 'd ' : ''}${cell.isFgDefault() ? '' : `c${cell.getFgColor()}`}`;
      const last = runs.at(-1);
      const text = cell.getChars() === '' ? (cell.getWidth() === 0 ? '' : ' ') : cell.getChars();
      if (last !== undefined && last.style === style) last.text += text;
      else runs.push({ column, style, text });
    }
    return runs;
  });
}

/** The first and the last picture, and others at even intervals between them. */
function choosePictures(pictures) {
  const different = pictures.filter(
    (picture, index) => index === 0 || JSON.stringify(picture) !== JSON.stringify(pictures[index - 1]),
  );
  const step = Math.max(1, (different.length - 1) / (mostPictures - 1));
  const chosen = new Set();
  for (let at = 0; at < different.length - 1; at += step) chosen.add(Math.round(at));
  chosen.add(different.length - 1);
  return [...chosen].sort((one, other) => one - other).map((index) => different[index]);
}

function drawAnimation(pictures) {
  const cell = { width: 8.4, height: 18 };
  const width = Math.round(size.cols * cell.width + 32);
  const height = size.rows * cell.height + 56;
  const total = pictures.length * secondsPerPicture + 4;
  const share = (seconds) => `${((seconds / total) * 100).toFixed(2)}%`;
  const keyframes = pictures.map((_, index) => {
    const from = index * secondsPerPicture;
    const to = index === pictures.length - 1 ? total : from + secondsPerPicture;
    return `@keyframes p${index}{0%{visibility:${index === 0 ? 'visible' : 'hidden'}}${share(from)}{visibility:visible}${share(to)}{visibility:${index === pictures.length - 1 ? 'visible' : 'hidden'}}100%{visibility:${index === pictures.length - 1 ? 'visible' : 'hidden'}}}#p${index}{animation:p${index} ${total}s step-end infinite;visibility:${index === pictures.length - 1 ? 'visible' : 'hidden'}}`;
  });
  const screens = pictures.map((picture, index) => `<g id="p${index}">${drawScreen(picture, cell)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A recorded run of s2s">
<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d8dee9;white-space:pre}.b{font-weight:700}.d{opacity:.65}.c1{fill:#ff7b85}.c2{fill:#8fd694}.c3{fill:#ebcb8b}.c4{fill:#81a1f1}.c5{fill:#c792ea}.c6{fill:#7fdbca}.c8,.c90{fill:#8a94a6}${keyframes.join('')}</style>
<rect width="100%" height="100%" rx="10" fill="#1c2230"/><circle cx="20" cy="18" r="5" fill="#ff7b85"/><circle cx="38" cy="18" r="5" fill="#ebcb8b"/><circle cx="56" cy="18" r="5" fill="#8fd694"/>
${screens.join('\n')}
</svg>
`;
}

function drawScreen(picture, cell) {
  return picture
    .map((runs, row) => {
      const spans = runs
        .map(({ column, style, text }) => ({ column, style: style.trim(), text: text.trimEnd() }))
        .filter(({ text }) => text !== '')
        .map(({ column, style, text }) => {
          const lead = text.length - text.trimStart().length;
          const x = (16 + (column + lead) * cell.width).toFixed(1);
          return `<tspan x="${x}"${style === '' ? '' : ` class="${style}"`}>${escapeXml(text.trimStart())}</tspan>`;
        });
      return spans.length === 0 ? '' : `<text y="${52 + row * cell.height}">${spans.join('')}</text>`;
    })
    .join('');
}

function escapeXml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/**
 * A real browser for tests: the one of the package `@sparticuz/chromium`, unpacked once into a folder of the system's temporary folder.
 * Nothing but npm is needed; where a system lacks libraries (NSS), those of the package are used.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const version = '147.0.0';

/** What would switch off the very rules that the page is tested against, and what draws 3D, which costs a quarter of all that it does. */
const unwanted =
  /^--(disable-web-security|allow-running-insecure-content|single-process|disable-site-isolation|use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu|in-process-gpu)/;
const wanted = ['--disable-gpu', '--disable-software-rasterizer'];

/** Starts it. Throws with the reason in a sentence where it cannot run on this machine. */
export async function openBrowser(): Promise<Browser> {
  const { default: packed } = await import('@sparticuz/chromium');
  const folder = await unpack(packed);
  const launch = (libraries: string | null): Promise<Browser> =>
    chromium.launch({
      executablePath: path.join(folder, 'chromium'),
      args: [...packed.args.filter((flag) => !unwanted.test(flag)), ...wanted],
      headless: true,
      timeout: 150_000,
      env: {
        ...process.env,
        FONTCONFIG_PATH: path.join(folder, 'fonts'),
        ...(libraries === null ? {} : { LD_LIBRARY_PATH: libraries }),
      } as Record<string, string>,
    });
  try {
    return await launch(null).catch(() => launch(path.join(folder, 'al2023', 'lib')));
  } catch (error) {
    throw new Error(
      `The browser of the tests does not start on this machine (${process.platform} ${process.arch}; it is built for Linux on x64): ${String(error)}`,
      { cause: error },
    );
  }
}

/** Two runs may come at once, and one may be ended halfway: so the folder gets its name when everything is in it. */
async function unpack(packed: { executablePath: () => Promise<string> }): Promise<string> {
  const kept = process.env['S2S_TEST_KEPT'] ?? tmpdir();
  const folder = path.join(kept, `s2s-test-browser-${version}`);
  if (existsSync(folder)) return folder;
  const before = { TMPDIR: process.env['TMPDIR'], AWS_EXECUTION_ENV: process.env['AWS_EXECUTION_ENV'] };
  await mkdir(kept, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks to where the system keeps temporary files, and its libraries only where it takes the machine for Lambda.
    Object.assign(process.env, { TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
    await packed.executablePath();
    // The package looks for its fonts in folders of Lambda.
    await writeFile(
      path.join(own, 'fonts', 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
    );
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  await rename(own, folder).catch(async (error) => {
    if (!existsSync(folder)) throw error;
    await rm(own, { recursive: true, force: true });
  });
  return folder;
}

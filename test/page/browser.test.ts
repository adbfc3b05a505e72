/** The page in a real browser: by keyboard, on two pages, over reloads and restarts, for every eye, and with texts that attack it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ModelRequest } from '../../src/session/model-request.ts';
import { makeProjectFolder } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { openBrowser } from '../support/open-browser.ts';
import { makeProject, startWords } from '../support/run-binary.ts';
import { serveApp, type TestServer, testToken, waitForEvent } from '../support/serve-app.ts';
import { shownSession } from './shown-session.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** What must never happen on a page, noted as it happens. */
interface OpenPage {
  page: Page;
  faults: string[];
}

async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(150_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    // A server that is away is no fault of the page.
    if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text()))
      faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return { page, faults };
}

function addressOf({ url }: Pick<TestServer, 'url'>, view = ''): string {
  return `${url}/#token=${testToken}${view === '' ? '' : `&view=${view}`}`;
}

/** Goes to a view as a link would. */
async function go(page: Page, view: string): Promise<void> {
  await page.evaluate((hash) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = hash;
  }, view);
}

async function begin(served: TestServer, more: object = {}): Promise<string> {
  const body = { topic: 'Which queue?', workflow_type: 'design', dry_run: true, ...more };
  const answer = await served.read('/api/sessions', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body.session_id;
}

/** Calls wait at a gate until it is opened. */
function createGate(isMeant: (request: ModelRequest) => boolean) {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    open: () => open(),
    onCall: (request: ModelRequest) => (isMeant(request) ? opened : Promise.resolve()),
  };
}

/** Opens every fold, and those that appear in them. */
const openFolds =
  'for (let round = 0; round < 4; round += 1) setTimeout(() => { for (const part of document.querySelectorAll("details")) part.open = true; }, 50 * round)';

/** Where the last part beside the content ends. */
const railEnd =
  'Math.max(...[...document.querySelectorAll(".rail > *")].map((part) => part.getBoundingClientRect().bottom))';

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor().catch(async (error) => {
    throw new Error(`${error}\nThe page shows: ${await page.getByRole('main').textContent()}`);
  });
  for (let pressed = 0; pressed < 150; pressed += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${String(target)}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('by keyboard alone, from the form over a turn and an escalation to the document', async () => {
  const config =
    'name: test\nroundtable:\n  escalation:\n    triggers:\n      critical_keywords: [product]\n';
  const served = await serveApp({
    root: await makeFolder({ '.s2s/config.yaml': config }),
    options: { ownName: 'Ada' },
  });
  const { page, faults } = await openPage(addressOf(served));
  expect(page.url()).not.toContain('token');
  // Which way a rehearsal goes follows from its seed: in this one the facilitator asks a person after the second round.
  await page.route('**/api/sessions', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seed: 2 }) }),
  );
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('n');
  // The question's field has the focus: who types at once loses no letter.
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Which queue should carry the jobs?');
  await tabTo(page, page.getByLabel('Workflow'));
  await page.keyboard.type('Make');
  await tabTo(page, page.getByRole('radio', { name: 'Automatic' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByLabel('Find a role'));
  await page.keyboard.type('architect');
  await press(page, page.getByRole('checkbox', { name: /^Software architect/ }), 'Space');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, page.getByLabel('Find a role'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('technical lead');
  await press(page, page.getByRole('checkbox', { name: /^Technical lead/ }), 'Space');
  await press(page, page.getByRole('checkbox', { name: /^I take a seat/ }), 'Space');
  await press(page, page.getByText('Limits', { exact: true }));
  await tabTo(page, page.getByLabel('Maximum rounds'));
  await page.keyboard.type('2');
  // Without a model there is nothing to estimate: the page says so before any click, and what can be done.
  await page.getByRole('alert').getByText('or rehearse').waitFor();
  expect(await page.getByRole('button', { name: 'Estimate the cost' }).count()).toBe(0);
  await press(page, page.getByRole('button', { name: 'Rehearse' }));

  const turn = page.getByRole('form', { name: 'Your turn' });
  await tabTo(page, turn.getByLabel('Your words'));
  await page.keyboard.type('I would take what we run already.');
  await press(page, turn.getByRole('button', { name: 'Say it' }));

  // The second round, in silence.
  await expect.poll(() => turn.getByLabel('Your words').inputValue(), { timeout: 60_000 }).toBe('');
  await press(page, turn.getByRole('button', { name: 'Pass' }));

  const decision = page.getByRole('form', { name: 'Decision E-001' });
  // What binds needs a choice of one's own and a name; the server suggests the one that git knows.
  expect(await decision.getByRole('radio', { checked: true }).count()).toBe(0);
  const name = decision.getByLabel('Your name');
  expect(await name.inputValue()).toBe('Ada');
  await tabTo(page, decision.getByRole('radio').first());
  for (
    const own = decision.getByRole('radio', { name: 'Decide in my own words' });
    !(await own.isChecked());
  )
    await page.keyboard.press('ArrowDown');
  await tabTo(page, decision.getByLabel('What is decided'));
  await page.keyboard.type('The queue stays in the database.');
  for (const none of ['', ' ']) {
    await name.fill(none);
    await press(page, decision.getByRole('button', { name: 'Decide' }));
    expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  }
  await name.fill('Grace');
  await press(page, decision.getByRole('button', { name: 'Decide' }));

  // The review of the draft, with a vote without a word, and the last call.
  await turn.getByText('The draft is under review').waitFor();
  expect(await turn.getByLabel('Your words').inputValue()).toBe('');
  await tabTo(page, turn.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await press(page, turn.getByRole('button', { name: 'Say it' }));
  await turn.getByText('Last call: vote on each item').waitFor();
  await press(page, turn.getByRole('button', { name: 'Pass' }));
  await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
  await page.getByText('The queue stays in the database.').first().waitFor();
  await page.getByText(/^Decided by Grace on/).waitFor();

  // An item leads to what it came from, and back to where the reader was.
  await press(page, page.locator('summary', { hasText: 'Items and votes' }));
  const item = page.getByRole('button', { name: /^DEC-002$/ }).first();
  await press(page, item);
  const panel = page.getByRole('complementary');
  await panel.getByRole('heading', { name: 'Statements' }).waitFor();
  await press(page, panel.getByRole('button', { name: /round 1/ }).first());
  await panel
    .getByRole('heading', { name: /, round 1$/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await item.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);

  await press(page, page.getByRole('link', { name: 'Read the decision record' }));
  await page.getByRole('article').getByText('The queue stays in the database.').first().waitFor();
  await press(page, page.getByRole('article').getByRole('button', { name: /^DEC-/ }).first());
  await panel.getByRole('heading', { name: 'Votes' }).waitFor();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await press(page, page.getByText('Download', { exact: true }));
  await press(page, page.getByRole('button', { name: 'Download Markdown' }));
  expect((await download).suggestedFilename()).toMatch(/-adr\.md$/);
  // Another type would be the same text under another name.
  const types = page.getByRole('combobox', { name: 'Document' });
  expect(await types.locator('option').allTextContents()).toEqual([
    'Decision record',
    'Record of the discussion',
  ]);
  await tabTo(page, types);
  await page.keyboard.type('Record');
  await page.waitForURL(/documents\/record$/);
  expect(faults).toEqual([]);
  expect(served.errors).toEqual([]);
});

test('two people see the same in a running round, and a reload in its middle changes nothing', async () => {
  const gate = createGate(({ step, seat }) => step === 'answer' && seat === 'technical-lead');
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }), onCall: gate.onCall });
  const one = await openPage(addressOf(served));
  const two = await openPage(addressOf(served));
  const id = await begin(served, { participants: ['software-architect', 'technical-lead'], max_rounds: 2 });
  for (const { page } of [one, two]) {
    await page.getByRole('link', { name: 'Which queue?' }).click();
    await page.locator('[data-state=answered]').waitFor();
    await page.locator('[data-state=thinking]').waitFor();
  }
  const readSeats = ({ page }: OpenPage) =>
    page
      .locator('.seat-line')
      .evaluateAll((seats) =>
        seats.map((seat) => [seat.getAttribute('data-state'), seat.querySelector('.words')?.textContent]),
      );
  const seen = await readSeats(one);
  expect(seen.map(([state]) => state)).toEqual(['answered', 'thinking']);
  expect(await readSeats(two)).toEqual(seen);
  await one.page.reload();
  await one.page.locator('[data-state=thinking]').waitFor();
  expect(await readSeats(one)).toEqual(seen);
  // One of them gives advice while the panel works, and both read it.
  await two.page.getByLabel('Guidance for the panel').fill('Think of the backups.');
  await two.page.getByRole('button', { name: 'Send guidance' }).click();
  await two.page.getByRole('status').getByText('the panel gets your guidance').waitFor({ state: 'attached' });
  // The seat keeps its place in the page while its state changes.
  const seat = await one.page.locator('.seat-line').nth(1).elementHandle();
  gate.open();
  for (const { page } of [one, two]) {
    await page.locator('li', { hasText: 'Think of the backups.' }).waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: /decision is needed|^Decision$/ }).waitFor();
  }
  expect(seat).not.toBeNull();
  await waitForEvent(served, id, { type: 'result' });
  // What the server said of one's own command is for oneself alone.
  const readMain = ({ page }: OpenPage) =>
    page.locator('main > :not(.rail)').evaluateAll((parts) =>
      parts.map((part) => {
        // Whether an older round is still open depends on when its page heard of the next one.
        const copy = part.cloneNode(true) as typeof part;
        for (const inside of copy.querySelectorAll('details > :not(summary)')) inside.remove();
        return copy.textContent;
      }),
    );
  await expect
    .poll(async () => JSON.stringify(await readMain(one)) === JSON.stringify(await readMain(two)))
    .toBe(true)
    .catch(async () => expect(await readMain(one)).toEqual(await readMain(two)));
  expect([one.faults, two.faults, served.errors]).toEqual([[], [], []]);
});

test('a server that is killed and started again is found again, and nothing is lost', async () => {
  const project = await makeProject('nested');
  const start = async (port: string) => {
    const [node, ...words] = startWords;
    const child = spawn(node, [...words, 'serve', '--port', port], {
      cwd: project.root,
      env: project.environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`s2s serve ended with ${code}`)),
    );
    const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
    ended.catch(() => undefined);
    return { child, url: line.toString().trim() };
  };
  const first = await start('0');
  const { page, faults } = await openPage(first.url);
  await page.getByRole('button', { name: 'Your name' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'New discussion' }).click();
  await page.getByLabel('What should the panel discuss?').fill('Which queue?');
  await page.getByText('Limits', { exact: true }).click();
  await page.getByLabel('Maximum rounds').fill('1');
  await page.getByRole('checkbox', { name: /^I take a seat/ }).check();
  await page.getByRole('button', { name: 'Rehearse' }).click();
  const words = page.getByLabel('Your words');
  await words.fill('What I typed before the server was gone.');
  first.child.kill('SIGKILL');
  await page.getByText('The connection to the server is lost.').waitFor();
  await page.getByRole('button', { name: 'Say it' }).click();
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
  const second = await start(new URL(first.url).port);
  expect(second.url).toBe(first.url);
  await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached' });
  expect(await words.inputValue()).toBe('What I typed before the server was gone.');
  await page.getByRole('button', { name: 'Say it' }).click();
  await page.getByText('The draft is under review').waitFor();
  await page.getByRole('button', { name: 'Pass' }).click();
  // Words that a seat asks for lead to a patch, and that to one more last call.
  const over = page.getByRole('heading', { name: 'Decision', exact: true });
  const last = page.getByText('Last call: vote on each item');
  const pass = page.getByRole('button', { name: 'Pass' });
  for (let calls = 0; calls < 2 && !(await over.isVisible()); calls += 1) {
    await last.or(over).waitFor();
    if (await last.isVisible()) await pass.click();
    await expect.poll(() => pass.isEnabled({ timeout: 100 }).catch(() => false)).toBe(false);
    await pass.or(over).waitFor();
  }
  await over.waitFor();
  await page.evaluate(openFolds);
  await page.locator('.answer').getByText('What I typed before the server was gone.').first().waitFor();
  await page.getByText('Ada (person)').first().waitFor();
  expect(faults).toEqual([]);
});

/** What axe finds that keeps people out, as lines; in the dark only colours are different. */
async function findBarriers(page: Page, rules: readonly string[] | null): Promise<string[]> {
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: rules }),
  });
  const { violations } = await page.evaluate<{ violations: Barrier[] }>(`axe.run(${options})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

interface Barrier {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

test('nothing keeps people out: list, form, running round, question to a person, result, document, panel; light and dark', async () => {
  const gate = createGate(
    ({ step, prompt }) => step === 'answer' && JSON.stringify(prompt).includes('Which cache?'),
  );
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }), onCall: gate.onCall });
  const over = await begin(served, { max_rounds: 2, on_escalation: 'accept' });
  await waitForEvent(served, over, { type: 'completed' });
  const asked = await begin(served, { seed: 2 });
  const turn = await begin(served, { with_me: true, topic: 'And my turn?' });
  for (const id of [asked, turn]) await waitForEvent(served, id, { type: 'result' });
  const running = await begin(served, { topic: 'Which cache?' });
  await waitForEvent(served, running, { type: 'seat-thinking' });
  const views: [string, string][] = [
    ['#/', '.sessions li'],
    ['#/new', '.start'],
    [`#/discussions/${running}`, '[data-state=thinking]'],
    [`#/discussions/${asked}`, '.ask'],
    [`#/discussions/${turn}`, '.ask'],
    [`#/discussions/${over}`, '.decision'],
    [`#/discussions/${over}/items/DEC-001`, '.panel'],
    [`#/discussions/${over}/documents/adr`, '.document h1'],
    ['#/discussions/none', '.problem'],
  ];
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, faults } = await openPage(addressOf(served), {
      colorScheme,
      viewport: { width: colorScheme === 'light' ? 1280 : 360, height: 800 },
    });
    await page.evaluate(axe.source);
    for (const [view, sign] of views) {
      await go(page, view);
      await page.locator(sign).first().waitFor();
      await page.evaluate(openFolds);
      const rules = colorScheme === 'light' ? null : ['color-contrast'];
      found.push(...(await findBarriers(page, rules)).map((line) => `${colorScheme} ${view} ${line}`));
      const [wide, room] = (await page.evaluate(
        '[document.documentElement.scrollWidth, innerWidth]',
      )) as number[];
      if ((wide ?? 0) > (room ?? 0)) found.push(`${view} is ${wide} wide in ${room}`);
    }
    expect(faults).toEqual([]);
  }
  gate.open();
  expect(found).toEqual([]);
});

test('a person sees what is to be decided in the list, each position once, and seats by name; what nobody agreed to is no decision', async () => {
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }) });
  const id = await begin(served, { seed: 2 });
  await waitForEvent(served, id, { type: 'result' });
  const { page, faults } = await openPage(addressOf(served));
  await page.locator('.sessions li', { hasText: 'Whether the first version' }).waitFor();
  await page.getByRole('link', { name: 'Which queue?' }).click();
  const form = page.getByRole('form', { name: 'Decision E-001' });
  const recommended = form.getByRole('radio', { name: /recommended/ });
  await recommended.waitFor();
  // What stays beside the content is seen whole without scrolling.
  expect(await page.evaluate(railEnd)).toBeLessThan(800);
  expect(await form.getByRole('radio').count()).toBe(4);
  await page.evaluate(openFolds);
  await page.locator('.answer').first().waitFor();
  const { participants } = (await served.read(`/api/sessions/${id}`)).body;
  const shown = await page.getByRole('main').textContent();
  for (const seat of participants) {
    expect(shown).toContain(seat.role);
    expect(shown).not.toContain(seat.id);
  }
  const sent = page.waitForRequest('**/commands');
  await recommended.check();
  await form.getByLabel('Your name').fill('Ada');
  await form.getByRole('button', { name: 'Accept' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ command: 'answer', decision: 'accept' });
  await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();

  const { outcome, ...session } = shownSession({ id: 'divided' });
  const divided = { ...session, outcome: { ...outcome, result: 'stable-disagreement', decided_by: 'panel' } };
  await page.route('**/api/sessions/divided**', (route) => route.fulfill({ json: divided }));
  await go(page, '#/discussions/divided');
  await page.getByRole('heading', { name: 'Recommendation', exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: 'Decision', exact: true }).count()).toBe(0);
  await go(page, '#/?q=zebra');
  await page.getByRole('link', { name: 'All discussions' }).click();
  await page.getByRole('heading', { name: 'Discussions', exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('texts of models that attack the page stay text, and fit the narrowest screen', async () => {
  const attack =
    '<script>globalThis.hit = 1</script><img src=x onerror="globalThis.hit = 2"><style>main{display:none}</style>' +
    '<svg onload="globalThis.hit = 3"></svg>[x](javascript:globalThis.hit=4) {{constructor.constructor("hit=5")()}} ' +
    `${'W'.repeat(600)} \u202edesrever`;
  // Every text that is a sentence is the attack.
  const hurt = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value, (key, part) =>
        typeof part === 'string' && / /.test(part) && key !== 'status' ? `${attack} ${part}` : part,
      ),
    );
  const session = hurt(shownSession({ id: 'hurt' }));
  const served = await serveApp();
  const { page, faults } = await openPage(addressOf(served), { viewport: { width: 360, height: 740 } });
  const answer = (address: string, body: string, contentType = 'application/json'): Promise<unknown> =>
    page.route(`**/api/sessions${address}`, (route) => route.fulfill({ body, contentType }));
  const listed = { ...session, rounds: 1, current: false, result: session.outcome?.result };
  await answer('?*', JSON.stringify({ total: 1, offset: 0, limit: 20, sessions: [listed], damaged: [] }));
  await answer('/hurt', JSON.stringify(session));
  await answer(
    '/hurt/documents/adr?*',
    `---\nsession: hidden\n---\n# ${attack}\n\n[a link](javascript:hit=8) [fine](https://example.org/) <iframe srcdoc="x"></iframe>\n
| a | ${'x'.repeat(300)} |\n|---|---|\n| ${attack.replaceAll('|', '')} | \`code\` |\n`,
    'text/markdown',
  );
  const check = async (): Promise<void> => {
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(
      await page.locator('#page :is(script, style, img, iframe, form[action], [onclick], [style])').count(),
    ).toBe(0);
    expect(await page.locator('a[href^="javascript" i]').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await page.getByRole('main').isVisible()).toBe(true);
  };
  await go(page, '#/');
  await page.reload();
  await page.locator('.sessions li').waitFor();
  await check();
  await go(page, '#/discussions/hurt');
  await page.locator('#rounds').waitFor();
  await page.evaluate(openFolds);
  await page.locator('.answer').first().waitFor();
  await check();
  await page.locator('.items .source').first().click();
  await page.getByRole('complementary').waitFor();
  await check();
  await go(page, '#/discussions/hurt/documents/adr');
  await page.locator('.document h1').waitFor();
  await check();
  expect(
    await page.locator('.document a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['https://example.org/']);
  expect(await page.locator('.document').textContent()).not.toContain('hidden');
  expect(faults).toEqual([]);
});

test('behind a proxy that signs people in, the page needs no token of its own and says who it is', async () => {
  const people = {
    userHeader: 'x-forwarded-user',
    rights: { read: ['*'], speak: ['*'], start: ['*'] },
    pipelines: [],
  };
  const served = await serveApp({ options: { people } });
  const proxy = { authorization: `Bearer ${testToken}`, 'x-forwarded-user': 'Ada' };
  const signedIn = await openPage(`${served.url}/`, { extraHTTPHeaders: proxy });
  await signedIn.page.getByRole('button', { name: 'Ada' }).waitFor();
  await signedIn.page.getByRole('searchbox').waitFor();
  const stranger = await openPage(`${served.url}/`);
  await stranger.page.getByText('This page needs its token').waitFor();
  expect([signedIn.faults, stranger.faults]).toEqual([[], []]);
});

test('a link works in a new tab, search finds what was decided, and a token that is no longer taken is given up', async () => {
  const served = await serveApp();
  const id = await begin(served);
  await waitForEvent(served, id, { type: 'completed' });
  const { page, faults } = await openPage(addressOf(served));
  await page.getByRole('link', { name: 'Which queue?' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${served.url}/#/discussions/${id}/documents/adr`);
  await other.getByRole('article').waitFor();
  expect(await page.context().cookies()).toEqual([]);

  await page.keyboard.press('/');
  await page.keyboard.type('version');
  await page.getByRole('heading', { name: 'Decided and written' }).waitFor();
  expect(await page.locator('main h2').allTextContents()).toEqual(['Decided and written', 'Said']);
  await page.locator('.topic', { hasText: /^DEC-/ }).first().click();
  await page.getByRole('complementary').getByRole('heading', { name: 'Statements' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Single keys').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  expect(page.url()).toContain(id);
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('searchbox').evaluate((box) => box === box.ownerDocument.activeElement)).toBe(
    true,
  );

  await page.route('**/api/sessions?*', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'UNAUTHORIZED', message: 'No.', hint: '' } } }),
  );
  await go(page, '#/');
  await page.getByText('This page needs its token').waitFor();
  await other.getByText('This page needs its token').waitFor();
  expect(faults).toEqual([]);
});

test('what the program says at an estimate and at a start is seen', async () => {
  const served = await serveApp();
  const { page, faults } = await openPage(addressOf(served), { viewport: { width: 1280, height: 1600 } });
  await go(page, '#/new');
  await page.getByLabel('What should the panel discuss?').fill('Who is on-call for the importers?');
  await page.getByRole('radio', { name: 'Choose the seats' }).check();
  for (const role of ['Technical lead', 'QA lead'])
    await page.getByRole('checkbox', { name: new RegExp(`^${role}`) }).check();
  await page.getByRole('button', { name: 'Rehearse' }).click();
  await page.locator('main .notices', { hasText: 'Site reliability engineer would.' }).waitFor();
  const asked = { topic: 'Who is on-call for the importers?', dry_run: true };
  const { body } = await served.read('/api/estimate', {
    body: { ...asked, participants: ['technical-lead', 'qa-lead'] },
  });
  expect(body.notices).toEqual([expect.stringContaining('Site reliability engineer would.')]);
  expect(faults).toEqual([]);
});

test('where the budget is used up, a new limit is set in place; what is asked of the panel is heard at once', async () => {
  const served = await serveApp();
  const { page, faults } = await openPage(addressOf(served));
  const session = shownSession({ id: 'spent', status: 'paused', pause_reason: 'budget', outcome: null });
  const spent = {
    ...session,
    settings: { ...session.settings, max_cost: 0.38 },
    usage: { ...session.usage, cost_usd: 0.38 },
  };
  const sent: unknown[] = [];
  await page.route('**/api/sessions/spent**', (route) => route.fulfill({ json: spent }));
  await page.route('**/api/sessions/spent/commands', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 202, json: { ...spent, notices: [] } });
  });
  await go(page, '#/discussions/spent');
  const form = page.getByRole('form', { name: 'A new limit' });
  expect(await form.getByLabel('US dollars in all ($0.38 spent)').inputValue()).toBe('0.76');
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(1);
  await form.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip to the conclusion' }).click();
  await page.locator('.heard').getByText('no more rounds after this one').waitFor();
  spent.heard = [{ kind: 'grant', max_rounds: 5 }];
  await page.reload();
  await page.locator('.heard').getByText('up to 5 rounds').waitFor();
  expect(sent).toEqual([{ command: 'resume', max_cost: 0.76 }, { command: 'skip' }]);
  expect(faults).toEqual([]);
});

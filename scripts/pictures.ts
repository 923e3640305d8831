/**
 * Draws every page and panel at four widths, light and dark, into test-results/pictures for a person to look at: `node
 * scripts/pictures.ts [part of a name]`. With `--readme` it draws only the pictures of the README.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { sendWords } from '#shared/words/sending.ts';
import { connectWords } from '#shared/words/whatsapp-number.ts';
import { openBrowser, openPage } from '../bench/browser.ts';
import { adminPassword, ask, type Program, startProgram } from '../bench/program.ts';
import { enterSchool, plainBill, type School } from '../bench/school.ts';
import { startGraph } from '../test/peers/graph.ts';
import { fillConnected } from './connected-school.ts';
import { empty, type Ids, type Scene, scenesOf } from './picture-scenes.ts';
import { buildWeb } from './web-build.mjs';

const words = process.argv.slice(2);
const isForReadme = words.includes('--readme');
const filter = words.find((word) => !word.startsWith('--')) ?? '';
const folder = resolve(import.meta.dirname, isForReadme ? '../docs/pictures' : '../test-results/pictures');

const sizes = {
  desk: { width: 1440, height: 900 },
  laptop: { width: 1366, height: 768 },
  small: { width: 1024, height: 768 },
  phone: { width: 360, height: 740 },
} as const;
type Size = keyof typeof sizes;
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** Milliseconds that a page needs to load and to draw its data. */
const settleFor = 1200;

type Group = { id: number; name: string };
type Contact = { id: number; name: string; number: string };

const longName = 'Muhammad Abdul Rehman Siddiqui-Chaudhry ibn Abdul Ghaffar Khan Durrani of Bahawalpur';
const longUrdu = 'محمد عبدالرحمٰن صدیقی چوہدری ابن عبدالغفار خان درانی آف بہاولپور';

type Call = { path: string; body: unknown; method?: 'POST' | 'PUT' };
const call = ({ program, apiRequest }: School, { path, body, method = 'POST' }: Call) =>
  ask(program, apiRequest(path, JSON.stringify(body), method));

/** Schedules another send for tomorrow and cancels it, so that a picture shows a send that can be restored. */
async function cancelOne(school: School, groupID: number): Promise<void> {
  const { program, apiRequest } = school;
  const [{ message }] = await ask(program, apiRequest('/MessageTemplate'));
  const sendAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`;
  const body = { groupIDs: [groupID], status: 'unpaid', family: true, message, sendAt };
  const { broadcastID } = await call(school, { path: '/Chat/SendWhatsAppGroup', body });
  await call(school, { path: '/Outbox/Cancel', body: { broadcastID } });
}

/** Schedules a send in 30 days, so that it waits in every picture, and sets a pace with every limit. */
async function addLater(school: School, groupID: number): Promise<void> {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = { groupIDs: [groupID], message: 'فیس کی یاد دہانی: {{name}}', sendAt: `${day}T09:00` };
  await call(school, { path: '/Chat/SendWhatsAppGroup', body });
  const [gap, rest, quiet] = [
    { from: 3, to: 30 },
    { every: 50, seconds: 120 },
    { from: '21:00', to: '08:00' },
  ];
  const pace = { gap, rest, quiet, perMinute: 20, newPerDay: 250, pairSeconds: 6, quietDays: [0] };
  await call(school, { path: '/Sender/Pace', body: pace, method: 'PUT' });
}

/** Adds a billing with long names and one with 10,000 bills. */
async function addOddBillings(school: School): Promise<Pick<Ids, 'longID' | 'many'>> {
  const long = [longName, longUrdu, 'آ', 'Li'].map((name, index) => ({
    ...plainBill(900_000 + index),
    name,
    regNum: index === 0 ? 'GIRLS-CAMPUS/2026-2027/PRE-NURSERY/000001' : `L-${index}`,
    number: '0300-1234567, 0321-7654321, 042-35761999',
    total: 12_345_678.5,
  }));
  const many = Array.from({ length: 10_000 }, (_, index) => plainBill(index));
  const ids = { longID: await school.save(0, long), many: await school.save(0, many) };
  const names = { name: longName, month: 1, year: 2026, description: longUrdu.repeat(3) };
  await call(school, { path: `/Groups/${ids.longID}`, body: names, method: 'PUT' });
  const fund = { name: 'Annual fund', month: 3, year: 2026, description: 'Every family' };
  await call(school, { path: `/Groups/${ids.many}`, body: fund, method: 'PUT' });
  return ids;
}

async function fill(school: School): Promise<Scene[]> {
  const { program, apiRequest } = school;
  const groups: Group[] = await ask(program, apiRequest('/Groups'));
  const newest = groups[0]?.id ?? 0;
  await cancelOne(school, newest);
  const conversations = await ask(program, apiRequest('/Chat/Conversations?list=waiting&take=1'));
  const phone: string = conversations.items[0].number;
  const { longID, many } = await addOddBillings(school);
  // The README shows finished messages and no scheduled send.
  if (!isForReadme) await addLater(school, newest);
  const listOf = async (groupID: number): Promise<Contact[]> =>
    (await ask(program, apiRequest(`/Groups/${groupID}/Contacts?status=unpaid&take=20`))).items;
  const withNumber = (await listOf(newest)).find(({ number }) => number !== '');
  const [longOne] = await listOf(longID);
  const { items: read } = await ask(program, apiRequest('/Outbox?status=read&take=1'));
  const runs: { broadcastID: number; counts: { unknown: number } }[] = await ask(
    program,
    apiRequest('/Outbox/Runs?which=sends'),
  );
  // The send with unknown outcomes also has every kind of failure.
  const run = runs.find(({ counts }) => counts.unknown > 0)?.broadcastID ?? 0;
  const ids = { newest, longID, many, phone, run, longMember: longOne?.id ?? 0, message: read[0].id };
  return scenesOf({ ...ids, member: withNumber?.id ?? 0, number: withNumber?.number ?? '' });
}

const readme = [
  { scene: 'billing', size: 'desk', scheme: 'light', name: 'send-messages' },
  { scene: 'send', size: 'desk', scheme: 'dark', name: 'send-panel' },
  { scene: 'send-mend', size: 'desk', scheme: 'light', name: 'outbox' },
  { scene: 'chat', size: 'desk', scheme: 'light', name: 'chat' },
  { scene: 'whatsapp-number', size: 'desk', scheme: 'light', name: 'connect' },
  { scene: 'billing', size: 'phone', scheme: 'light', name: 'phone' },
] as const;

/** Actions on a page before the README picture is taken. */
const begun: Record<string, (page: Page) => Promise<void>> = {
  /** Chooses a template that was not sent yet. */
  send: async (page) => {
    await page.getByLabel(sendWords.template).click();
    await page.getByRole('option').first().click();
  },
  'whatsapp-number': (page) => page.getByRole('button', { name: connectWords.open }).click(),
};

async function draw(
  page: Page,
  { path, name }: Scene,
  look: { size: Size; scheme: Scheme; file: string },
): Promise<void> {
  await page.setViewportSize(sizes[look.size]);
  await page.emulateMedia({ colorScheme: look.scheme });
  await page.goto(path);
  // The live event stream never ends, so the network never becomes idle.
  await wait(settleFor);
  if (isForReadme && begun[name]) {
    await begun[name](page);
    await wait(settleFor);
  }
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.screenshot({ path: look.file, animations: 'disabled' });
}

async function drawAll(page: Page, scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes.filter(({ name }) => name.includes(filter))) {
    for (const size of Object.keys(sizes) as Size[])
      for (const scheme of schemes)
        await draw(page, scene, { size, scheme, file: join(folder, `${scene.name}.${size}.${scheme}.png`) });
    console.log(scene.name);
  }
}

async function drawReadme(page: Page, scenes: readonly Scene[]): Promise<void> {
  for (const { scene, size, scheme, name } of readme) {
    const one = scenes.find((each) => each.name === scene);
    if (one) await draw(page, one, { size, scheme, file: join(folder, `${name}.png`) });
  }
}

async function withProgram(
  env: Record<string, string>,
  work: (program: Program) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-pictures-'));
  const program = await startProgram({ env: { DATA_DIR: dataDir } }, env);
  try {
    await work(program);
  } finally {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function drawSchools(browser: Browser): Promise<void> {
  const full = { ADMIN_PASSWORD: adminPassword, DEMO: '1' };
  await withProgram(full, async (program) => {
    const scenes = await fill(await enterSchool(program));
    const page = await openPage(browser, program);
    await (isForReadme ? drawReadme : drawAll)(page, scenes);
  });
  if (isForReadme) return;
  await withProgram({ ADMIN_PASSWORD: adminPassword }, async (program) => {
    const stranger = await browser.newPage({ baseURL: program.address });
    await drawAll(stranger, [{ name: 'sign-in', path: '/sign-in' }]);
    await drawAll(await openPage(browser, program), empty);
  });
  await withProgram({}, async (program) => {
    const page = await browser.newPage({ baseURL: program.address });
    await drawAll(page, [{ name: 'setup', path: '/setup' }]);
  });
  await drawConnected(browser, full);
}

/** Draws the same school with WhatsApp's Cloud API, through a fake. */
async function drawConnected(browser: Browser, env: Record<string, string>): Promise<void> {
  const graph = await startGraph();
  try {
    await withProgram({ ...env, WHATSAPP_GRAPH_URL: graph.url }, async (program) => {
      const scenes = await fillConnected(await enterSchool(program), graph);
      await drawAll(await openPage(browser, program), scenes);
    });
  } finally {
    await graph.close();
  }
}

await buildWeb({ isQuiet: true });
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
try {
  await drawSchools(browser);
} finally {
  await browser.close();
}
console.log(`drawn into ${folder}`);

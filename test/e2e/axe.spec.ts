/** axe must find no problem on any page or panel, light and dark, on a desktop and on a phone. */
import AxeBuilder from '@axe-core/playwright';
import type { Page, Request } from '@playwright/test';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { counterWords } from '#shared/words/counter.ts';
import { copyWords } from '#shared/words/outbox.ts';
import { ask, expect, password, tell, test } from './fixtures.ts';

test.use({ extraEnv: {} });

type Place = { billing: number; member: number; number: string };
type View = {
  name: string;
  address: (place: Place) => string;
  /** The text that is visible once everything is loaded. */
  shows: string | RegExp;
  /** An action before the check. */
  after?: (page: Page) => Promise<void>;
  /** A menu lies over the page. It belongs to no landmark, as menus do not. */
  isOver?: boolean;
};

const panel = (name: string, shows: View['shows'], after?: View['after']): View => ({
  name: `panel ${name}`,
  address: ({ billing, member, number }) =>
    `/send-messages?billing=${billing}&panel=${name}&member=${member}&chat=${encodeURIComponent(number)}`,
  shows,
  ...(after ? { after } : {}),
});
const page = (address: string, shows: View['shows'], after?: View['after']): View => ({
  name: address,
  address: () => address,
  shows,
  ...(after ? { after } : {}),
});

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^(Account|Menu)$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible();
};
const openFind = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find a family/ }).fill('a');
  await expect(page.getByRole('option').first()).toBeVisible();
};
const openWholeFamily = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Bill of / })
    .first()
    .click();
  await page.getByTitle('Numbers of the family').click();
  await page
    .getByRole('button', { name: /^Correct / })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Right number' })).toBeVisible();
};
/** Adds an account and uploads a file with one row that matches no bill. */
const openBankFile = async (page: Page): Promise<void> => {
  const accounts = await ask<{ id: number }[]>(page, '/MoneyAccounts');
  if (accounts.length === 0)
    await tell(page, 'POST', '/MoneyAccounts', { kind: 'bank', title: 'HBL 0042-7901' });
  await page.reload();
  const buffer = Buffer.from('Date,Description,Reference,Amount\r\n05/01/2026,SOMEBODY,FT1,6500');
  await page
    .getByLabel('Drop the bank’s file here, or choose it')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('button', { name: 'Choose a bill' })).toBeVisible();
};
const openInsert = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Insert a value' }).click();
  await expect(page.getByRole('menuitem', { name: 'Name', exact: true })).toBeVisible();
};
const openSuggestions = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message' }).fill('Dear parent of {{name}}: *{{payable}}* ');
  await page.keyboard.type('/');
  await expect(page.getByRole('option').first()).toBeVisible();
};
/** The check of a file with a chosen problem, an answered one, and one that was repaired automatically. */
const openCheck = async (page: Page): Promise<void> => {
  const rows = ['Reg No,Name,Mobile,Total,Voucher Month', 'A1,Ali,,500,9', 'A2,محمد,3001234567,500,9'];
  const buffer = Buffer.from(rows.join('\n'));
  await page.getByLabel('Import Excel').setInputFiles({ name: 'axe.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Keep 1 without a number' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
};
const openMore = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
};
const openChoice = async (page: Page): Promise<void> => {
  await openMore(page);
  await page.getByRole('menuitem', { name: 'Choose bills' }).click();
  await page.getByRole('checkbox').first().check({ force: true });
  await expect(page.getByRole('region', { name: billWords.choice })).toContainText(billWords.chosen(1));
};
/** The sheet before a message is sent. */
const openSheet = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message' }).fill('Please come, {{name}}');
  await page.getByRole('button', { name: /^Send WhatsApp to/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
/** The failures of a send, with the tries of the first one. */
const openFailures = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /1 failed/ }).click();
  await page.getByRole('button', { name: /^1 try/ }).click();
  await expect(page.getByText('Refused by WhatsApp')).toBeVisible();
};
const openMessage = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Show the tries of the message to Rabia Farooq' }).click();
  await expect(page.getByRole('dialog').getByText('Sent to WhatsApp')).toBeVisible();
};
/** Every limit is on, and one of them is invalid. */
const openPace = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Another gap' }).check();
  for (const limit of await page.getByRole('switch').all()) await limit.check();
  await page.getByRole('textbox', { name: 'Messages per minute' }).fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Write a whole number/)).toBeVisible();
};
/** All fields are empty, so each says that it is needed. */
const openConnecting = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
};
const openFamilyToPay = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: /^Voucher, registration/ }).fill('a');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'Press the number beside the family' })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('form', { name: /^Family of / })).toBeVisible();
  await expect(page.getByRole('button', { name: counterWords.save })).toBeEnabled();
};
const openLater = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText(/^Begins tomorrow/)).toBeVisible();
};
const openKeys = async (page: Page): Promise<void> => {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
};

const openNewKey = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
};
const openShownKey = async (page: Page): Promise<void> => {
  await openNewKey(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Parents’ portal');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expect(page.getByTestId('new-key')).toBeVisible();
};

/** Answers as the server does in a copy that nobody has decided about. */
const openCopy = async (page: Page): Promise<void> => {
  const copy = { at: '2026-11-05T05:02:00.000Z', why: 'backup' as const, waiting: 1350 };
  const held = { pending: 1350, undecided: 0, alert: copyWords.alert(copy, 'Asia/Karachi'), copy };
  await page.route('**/api/Outbox/Count?*', (route) => route.fulfill({ json: held }));
  await page.reload();
  await expect(page.getByTestId('copy-choice')).toBeVisible();
  await page.unroute('**/api/Outbox/Count?*');
};

/** Answers as a Windows computer with little disk space that will let others in after its next start. */
const openComputer = async (page: Page): Promise<void> => {
  const fixed = { now: 3000, next: 8080, isFixed: false };
  await page.route('**/api/Installation/Warnings?*', (route) =>
    route.fulfill({ json: { list: [{ code: 'lowSpace', free: 7e8 }] } }),
  );
  await page.route('**/api/Installation?*', (route) =>
    route.fulfill({
      json: {
        version: '0.1.0',
        mayChange: true,
        port: fixed,
        lan: { now: false, next: true, isFixed: false },
        addresses: ['http://192.168.1.20:8080', 'http://10.0.0.5:8080'],
        publicUrl: null,
        system: 'windows',
        dataDir: 'C:\\Qasid\\data',
        needsRestart: true,
        mayRestart: true,
      },
    }),
  );
  await page.reload();
  await expect(page.getByText('In a command prompt (cmd)')).toBeVisible();
  await page.unroute('**/api/Installation?*');
  await page.unroute('**/api/Installation/Warnings?*');
};

const openVouchers = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print vouchers' }).click();
  await expect(page.getByRole('dialog', { name: 'Print vouchers' })).toBeVisible();
};

const openVoucher = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Bill of / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Voucher', exact: true }).click();
  await expect(page.getByRole('img', { name: /as it will be printed/ })).toBeVisible();
};

const openPromise = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Note a promise to pay' }).click();
  await expect(page.getByRole('dialog', { name: 'Promise to pay' })).toBeVisible();
};

/** The form that adds a fine to a bill or takes something off it. */
const openAdjustment = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Bill of / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add a fine or waiver' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** Each new page or panel needs a line here. */
const views: View[] = [
  page('/by-hand', 'Nothing waits to be sent by hand'),
  page('/send-messages', 'Bills falling due'),
  panel('', groupWords.figures.total),
  { ...panel('', groupWords.figures.total, openFind), name: 'find' },
  { ...panel('', groupWords.figures.total, openChoice), name: 'bills that are chosen' },
  { ...panel('', groupWords.figures.total, openVouchers), name: 'vouchers to print' },
  {
    name: 'bills as a table',
    address: ({ billing }) => `/send-messages?billing=${billing}&as=table&sort=-payable,name`,
    shows: 'Rabia Farooq',
  },
  { name: 'print', address: ({ billing }) => `/print?billing=${billing}`, shows: 'Rabia Farooq' },
  {
    name: 'members',
    address: ({ billing }) => `/send-messages?billing=${billing}&view=members`,
    shows: 'Rabia Farooq',
  },
  panel('send', 'Select Group'),
  {
    name: 'the sheet before sending',
    address: ({ billing }) => `/send-messages?billing=${billing}&panel=send&to=${billing}`,
    shows: 'Select Group',
    after: openSheet,
  },
  { ...panel('send', 'Select Group', openLater), name: 'a message for later' },
  {
    name: 'a message with its people',
    address: ({ billing }) => `/send-messages?billing=${billing}&panel=send&to=${billing}`,
    shows: 'Select Group',
    after: openSuggestions,
  },
  panel('new-billing', 'Import Excel'),
  { ...panel('new-billing', 'Import Excel', openCheck), name: 'the check of a file' },
  panel('edit-billing', 'Description'),
  panel('add-members', 'Upload File'),
  panel('imports', /Import/),
  panel('family', 'Muhammad Abdullah Qureshi Siddiqui'),
  { ...panel('family', 'Payable today', openWholeFamily), name: 'a family with a bill and its numbers' },
  { ...panel('family', 'Payable today', openVoucher), name: 'a voucher' },
  { ...panel('family', 'Payable today', openPromise), name: 'a promise to pay' },
  { ...panel('family', 'Payable today', openAdjustment), name: 'what a bill asks, changed' },
  panel('member', 'Contacts'),
  panel('chat', /Dear parent/),
  page('/chats', 'Shukriya'),
  page('/counter', 'Counter'),
  { ...page('/counter', 'Counter', openFamilyToPay), name: 'the counter with a family' },
  page('/bank', 'Bank'),
  { ...page('/bank', 'Bank', openBankFile), name: 'a bank file' },
  page('/settings?part=money', 'The accounts that receive fees. Each bank file belongs to one of them.'),
  {
    name: 'a conversation of the inbox',
    address: ({ number }) => `/chats?list=all&chat=${encodeURIComponent(number)}`,
    shows: /Dear parent/,
  },
  page('/reports?report=ageing', 'Over 90 days'),
  page('/reports?report=ageing&figure=outstanding', 'Back to the report'),
  page('/reports?report=defaulters', 'Reports'),
  page('/reports?report=day-book', 'Reports'),
  page('/reports?report=heads', 'Reports'),
  page('/campuses', 'All campuses'),
  page('/demo-biller', 'Consumer number'),
  page('/templates', 'Fee due'),
  page('/send-messages?todo=numbers', 'Children without a number'),
  panel('templates', 'Fee due'),
  page('/send-messages?panel=templates&template=new', 'New Template'),
  page('/outbox', /Dear parent/),
  page('/outbox?status=unknown', 'May have been sent'),
  page('/outbox?which=failures', '1 failed'),
  { ...page('/outbox?which=failures', '1 failed', openFailures), name: 'what is to be mended of a send' },
  page('/outbox', /Dear parent/, openMessage),
  { ...page('/outbox', /Dear parent/, openCopy), name: 'the outbox of a copy' },
  page('/settings?part=pace', 'What this means', openPace),
  { ...page('/whatsapp-number', 'Connect WhatsApp', openConnecting), name: 'connecting WhatsApp' },
  page('/settings', 'Settings'),
  page('/settings?part=account', 'Change password'),
  page('/settings?part=signing-in', 'Where you are signed in'),
  page('/settings?part=due-dates', 'Days of grace'),
  page('/settings?part=fee-heads', 'Fee heads'),
  page('/settings?part=billers', 'Push from a biller'),
  page('/settings?part=people', 'Invite a person'),
  page('/settings?part=people&person=new', 'Create the link'),
  page('/settings?part=keys', 'This campus has no API keys.'),
  { ...page('/settings?part=keys', 'API keys', openNewKey), name: 'a new API key' },
  page('/settings?part=keys', 'API keys', openShownKey),
  page('/settings?part=school', 'Time zone'),
  page('/settings?part=vouchers', 'Copies on a sheet'),
  page('/settings?part=bin', 'Bin'),
  page('/settings?part=trail', 'Signed in'),
  page('/settings/backups', 'Last good backup'),
  page('/settings/computer', 'This computer', openComputer),
  page('/students', 'Students'),
  page('/students?panel=import', 'Import'),
  page('/students?panel=imports', 'Import'),
  page('/students?panel=send', 'Message'),
  page('/demo-phone', 'Phones'),
  page('/outbox?status=all', 'Outbox', openMenu),
  { ...panel('send', 'Select Group', openInsert), name: 'the values to insert', isOver: true },
  { ...panel('', groupWords.figures.total, openMore), name: 'what can be done with a billing', isOver: true },
  page('/outbox?q=', 'Outbox', openKeys),
  page('/nowhere', 'There is no page here'),
];

const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

/** Counts the calls that wait for an answer. The stream of live events never ends. */
function countCalls(page: Page): () => number {
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    const isStream = request.resourceType() === 'eventsource' || request.url().includes('/api/Live');
    if (request.url().includes('/api/') && !isStream) waiting.add(request);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return () => waiting.size;
}

/** Dark mode changes only colours, so only contrast is checked there. */
async function look(page: Page, { name, isOver = false }: Pick<View, 'name' | 'isOver'>): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await page.evaluate(
        () =>
          new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
      );
      // Otherwise a colour in the middle of a transition would be measured, as when a button has just become enabled.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations !== 1),
      );
      // The pages have no frames. Without legacy mode axe would open a new page for each check.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      if (colorScheme === 'dark') axe.withRules(['color-contrast']);
      else if (isOver) axe.disableRules(['region']);
      const { violations } = await axe.analyze();
      for (const { id, nodes } of violations) {
        const where = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n');
        found.push(`${name}, ${size.width} px, ${colorScheme}: ${id}\n${where}`);
      }
    }
  }
  return found;
}

/** From the printed set-up link to the desk of the demonstration school. */
async function setUp(page: Page, setupLink: string): Promise<void> {
  await page.goto(setupLink);
  await page.getByRole('textbox', { name: 'School' }).fill('City School');
  await page.getByRole('textbox', { name: 'Campus' }).fill('Girls Campus');
  await page.getByLabel('Your name').fill('Sadia Malik');
  await page.getByLabel('User name').fill('sadia');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Add a demonstration school').check();
  expect(await look(page, { name: 'set up' })).toEqual([]);
  await page.getByRole('button', { name: 'Set up' }).click();
  // Making the demonstration school takes a while.
  await page.getByRole('heading', { name: 'Billings', exact: true }).waitFor();
}

/**
 * A small billing, because every row is checked: long and Urdu names, a paid and an overdue bill, a sent message and an
 * unreachable number.
 */
async function addBilling(page: Page): Promise<Place> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name: 'Transport', month: 12, year: 2049, description: 'Vans', campusID: cId };
  const bill = { status: 'unpaid', total: 12_500, dueDate: '2049-12-10' };
  const number = '0300-1234567';
  const contacts = [
    { ...bill, name: 'Rabia Farooq', number, regNum: '1' },
    { ...bill, name: 'عائشہ خان', number: '0300-1234568', regNum: '2', dueDate: '2024-01-10' },
    { ...bill, name: 'Muhammad Abdullah Qureshi Siddiqui', number: '0300-1234500', status: 'paid' },
    { ...bill, name: '', number: '0321-7654321' },
  ];
  const { id: billing } = await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts });
  await tell(page, 'POST', '/Chat/SendWhatsAppGroup', {
    media: '',
    message: 'Dear parent of {{name}}',
    contacts: '',
    whatsapp: true,
    userID: '',
    groupIDs: [billing],
  });
  await tell(page, 'POST', '/Demo/Reply', { number, message: 'Shukriya' });
  const { items } = await ask<{ items: { id: number; name: string }[] }>(page, `/Groups/${billing}/Contacts`);
  return { billing, member: items.find(({ name }) => name === 'Rabia Farooq')!.id, number };
}

test('axe finds no problem on any page or panel, light and dark, on a desktop and on a phone.', async ({
  page,
  program,
}) => {
  test.slow();
  page.setDefaultTimeout(20_000);
  await setUp(page, program.setupLink ?? '');
  const place = await addBilling(page);
  const calls = countCalls(page);
  const found: string[] = [];
  for (const view of views) {
    const { name, address, shows, after } = view;
    await page.setViewportSize(sizes[0]!);
    // Parts that are drawn while the scheme changes would be measured in the colours of the scheme before.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    try {
      await page.goto(address(place));
      await expect(page.getByText(shows).filter({ visible: true }).first(), name).toBeVisible();
      await after?.(page);
      // An answer that arrives during a check would change the colours of the page.
      let quiet = 0;
      const countQuiet = (): number => {
        quiet = calls() === 0 ? quiet + 1 : 0;
        return quiet;
      };
      await expect.poll(countQuiet, { message: name, intervals: [300] }).toBeGreaterThan(2);
      found.push(...(await look(page, view)));
    } catch (error) {
      // A view that does not open is a finding, so that the views after it are checked too.
      found.push(`${name}: ${String(error)}`);
    }
  }
  await page.goto('/join');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  found.push(...(await look(page, { name: 'a link that is over' })));
  await page.context().clearCookies();
  // A scheme that changes while the page starts would be missed.
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await expect(page.getByLabel('User name')).toBeVisible();
  found.push(...(await look(page, { name: 'sign in' })));
  expect(found.join('\n\n')).toBe('');
});

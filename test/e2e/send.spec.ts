/** The sheet before sending: who gets the message, who does not and why, and that nothing is sent by mistake. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { classWords, sendWords, sheetWords, testWords } from '#shared/words/sending.ts';
import { ask, expect, tell, test } from './fixtures.ts';

const panelOf = (page: Page, name: string = sendWords.title): Locator =>
  page.getByRole('region', { name, exact: true });
const messageOf = (panel: Locator): Locator => panel.getByRole('textbox', { name: 'Message' });
const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: sheetWords.title });
const sendButton = (place: Locator): Locator => place.getByRole('button', { name: /^Send WhatsApp/ });
const isProcessed = (page: Page) =>
  expect(page.getByText('WhatsApp messages are being processed.')).toBeVisible();

/** Demo phones need some time, and messages of other tests are sent too. */
const arrival = { timeout: 20_000 };

type NewBill = { name: string; number?: string; dueDate?: string | null; status?: string };

async function addBilling(page: Page, name: string, bills: NewBill[]): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month: 3, year: 2049, description: 'Fees', campusID: cId };
  const contacts = bills.map((bill, index) => ({
    regNum: `${name} ${index}`,
    status: 'unpaid',
    total: 12_500,
    dueDate: '2049-03-10',
    ...bill,
  }));
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}

/** Opens the send panel for this billing with this text. */
async function write(page: Page, billing: number, text: string): Promise<Locator> {
  await page.goto(`/send-messages?billing=${billing}&panel=send&to=${billing}`);
  const panel = panelOf(page);
  await messageOf(panel).fill(text);
  return panel;
}

const arrivedAt = async (page: Page, number: string): Promise<string[]> =>
  (await ask<{ message: string }[]>(page, `/Demo/Phone?number=${encodeURIComponent(number)}`)).map(
    ({ message }) => message,
  );

test('Missing input is named at its field, and the sheet before sending counts who gets it and who is left out.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/send-messages?panel=send');
  const panel = panelOf(page);
  await sendButton(panel).click();
  await expect(page.getByText('Please select the groups')).toBeVisible();
  await expect(panel.getByText('Group is required.')).toBeVisible();

  const sisters = { number: '0300-7000001' };
  const billing = await addBilling(page, 'Reckoned', [
    { name: 'Ayesha Khan', ...sisters },
    { name: 'Sana Khan', ...sisters },
    { name: 'عائشہ ملک', number: '0300-7000002' },
    { name: 'No Number' },
    { name: 'No Day', number: '0300-7000003', dueDate: null },
    { name: 'Asked For None', number: '0300-7000004' },
    { name: 'Has Paid', number: '0300-7000005', status: 'paid' },
  ]);
  await tell(page, 'POST', '/OptOuts', { number: '0300-7000004' });
  await write(page, billing, '');
  await sendButton(panel).click();
  await expect(page.getByText('Please enter message')).toBeVisible();
  await messageOf(panel).fill('{{name}}: due {{dueDate}}.');

  // A person who is left out shows what is missing; the buttons show other interesting samples.
  const preview = panel.getByRole('region', { name: sendWords.preview });
  const missed = panel.getByTestId('left-out-list');
  await missed.getByRole('button', { name: /^No Day/ }).click();
  await expect(preview).toContainText('No value for Due date: left out');
  await preview.getByRole('button', { name: sendWords.looks.shortest }).click();
  await expect(preview).toContainText('2 of 2');
  await expect(preview).toContainText('عائشہ ملک');
  await preview.getByRole('button', { name: sendWords.looks.mostChildren }).click();
  await expect(preview).toContainText('1 of 2');
  await expect(preview).toContainText('Sana Khan: due 10 Mar 2049.');

  await sendButton(panel).click();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('2 messages');
  await expect(sheet).toContainText('to 2 families, from 3 bills');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await panel.getByRole('button', { name: sendWords.perBill }).click();
  await sendButton(panel).click();
  // Of seven bills, three become messages, three are left out and one is paid.
  await expect(sheet).toContainText('3 messages');
  await expect(sheet).toContainText('to 2 families, from 3 bills');
  const leftOut = sheet.getByTestId('left-out');
  await expect(leftOut).toContainText('3 left out');
  const lacking = [
    makeReason('noNumber'),
    makeReason('missing', { names: ['dueDate'] }),
    makeReason('optedOut'),
  ];
  for (const reason of lacking.map(sayReason)) {
    await expect(leftOut.getByRole('listitem').filter({ hasText: reason }).first()).toHaveText(`1 ${reason}`);
  }
  await leftOut.getByText(sendWords.showWho).click();
  await expect(leftOut.getByText('Asked For None')).toBeVisible();
  await expect(sheet).toContainText('1 paid bill is not reminded.');
  await sendButton(sheet).click();
  await isProcessed(page);
  // The page shows the send and not the form.
  await expect(page).toHaveURL(/\/outbox\?run=\d+$/);
  await expect.poll(() => arrivedAt(page, '+923007000001'), arrival).toHaveLength(2);
});

test('Before a send to more than 200 people their number must be typed, and people who got the same text are left out.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const many = Array.from({ length: 202 }, (_, index) => ({
    name: `Pupil ${index}`,
    // Demo phones with such endings accept every message.
    number: `0301-${7_000_001 + index * 100}`,
  }));
  const billing = await addBilling(page, 'Many', many);
  const text = 'Dear parent of {{name}}, please pay {{total}}.';
  const panel = await write(page, billing, text);
  await sendButton(panel).click();
  const sheet = sheetOf(page);
  const typed = sheet.getByRole('textbox', { name: /^Type / });
  await expect(typed).toBeFocused();
  await expect(sendButton(sheet)).toBeDisabled();
  await typed.fill('220');
  await typed.press('Enter');
  await expect(sheet).toContainText(sheetWords.typedWrong(202));
  await expect(sendButton(sheet)).toBeDisabled();

  // A family pays meanwhile, so the typed number is no longer right.
  await typed.fill('202');
  await expect(sendButton(sheet)).toBeEnabled();
  const { items } = await ask<{ items: { id: number }[] }>(page, `/Groups/${billing}/Contacts?take=1`);
  await tell(page, 'PUT', `/GroupContacts/${items[0]?.id}`, { ...items[0], status: 'paid' });
  await expect(sheet.getByLabel('Type 201 to send')).toHaveValue('');
  await expect(sheet).toContainText(sheetWords.typeAnew);
  await expect(sendButton(sheet)).toBeDisabled();
  await typed.fill('201');
  await typed.press('Enter');
  await isProcessed(page);
  await expect(page).toHaveURL(/\/outbox\?run=\d+$/);
  await page.goto(`/send-messages?billing=${billing}&panel=send`);
  await expect(messageOf(panel)).toHaveValue('');

  // The same text again leaves out everyone who got it.
  await messageOf(panel).fill(text);
  await sendButton(panel).click();
  await expect(sheet).toContainText('0 messages');
  await expect(sheet.getByTestId('left-out')).toContainText('201 left out');
  await expect(sendButton(sheet)).toBeDisabled();
  await sheet.getByRole('checkbox', { name: sheetWords.again(201) }).check();
  await expect(sheet).toContainText('201 messages');
  await typed.fill('201');
  await expect(sendButton(sheet)).toBeEnabled();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  const runs = await ask<{ text: string; total: number }[]>(page, '/Outbox/Runs');
  expect(runs.filter((run) => run.text === text).map(({ total }) => total)).toEqual([201]);
});

test('Families who already got a message can be included on purpose, and another text asks anew.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const number = '0300-7000061';
  const billing = await addBilling(page, 'Reminded twice', [{ name: 'Hina Aslam', number }]);
  const text = `Please pay soon. ${randomUUID()}`;
  const panel = await write(page, billing, text);
  await sendButton(panel).click();
  const sheet = sheetOf(page);
  await sendButton(sheet).click();
  await isProcessed(page);

  await write(page, billing, text);
  const again = panel.getByTestId('left-out-list').getByRole('checkbox', { name: sheetWords.again(1) });
  await again.check();
  await expect(panel.getByTestId('left-out-count')).toHaveText('0');
  await messageOf(panel).fill(`${text} It is urgent.`);
  await expect(again).toHaveCount(0);
  await messageOf(panel).fill(text);
  await expect(again).toBeChecked();

  // The confirmation names those who get it a second time.
  await sendButton(panel).click();
  await expect(sheet.getByRole('checkbox', { name: sheetWords.again(1) })).toBeChecked();
  await expect(sheet).toContainText('1 message');
  await sendButton(sheet).click();
  await isProcessed(page);
  await expect.poll(() => arrivedAt(page, '+923007000061'), arrival).toEqual([text, text]);
});

test('A test message goes to one’s own phone only, and a refused number is explained.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  const billing = await addBilling(page, 'Tested', [{ name: 'Bilal Khan', number: '0302-7000001' }]);
  const panel = await write(page, billing, 'Dear parent of *{{name}}*');
  await expect(panel.getByTestId('preview')).toContainText('Dear parent of Bilal Khan');
  await panel.getByRole('button', { name: testWords.send }).click();
  const own = page.getByRole('textbox', { name: testWords.number });
  await expect(own).toBeFocused();
  await own.fill('12');
  await own.press('Enter');
  await expect(page.getByText('No number in this list can be used.')).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('422')]);
  await own.fill('0303-7000009');
  await own.press('Enter');
  await expect(page.getByText('Message sent successfully.')).toBeVisible();
  await expect.poll(() => arrivedAt(page, '+923037000009'), arrival).toEqual(['Dear parent of *Bilal Khan*']);
  expect(await arrivedAt(page, '+923027000001')).toEqual([]);

  // The number is remembered, and the message is still there.
  await page.reload();
  await panel.getByRole('button', { name: testWords.send }).click();
  await expect(own).toHaveValue('0303-7000009');
  await expect(own).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();
  await expect(messageOf(panel)).toHaveValue('Dear parent of *{{name}}*');
});

type Student = { name: string; class: string; section: string; number: string };

/** Imports a roster as the page does, one line for each student. */
async function addStudents(page: Page, students: Student[]): Promise<void> {
  const head = { saveID: randomUUID(), file: { name: 'roster.csv', sha256: 'a'.repeat(64) } };
  const rows = students.map((student, index) => ({ regNum: `S${index}`, ...student }));
  const body = [head, ...rows].map((line) => JSON.stringify(line)).join('\n');
  const status = await page.evaluate(async (body) => {
    const session = await (await fetch('/api/Account/Session')).json();
    const answer = await fetch(`/api/Imports/Students?db=${session.db}&cID=${session.cId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/x-ndjson' },
      body,
    });
    return answer.status;
  }, body);
  expect(status).toBe(200);
}

test('A message is sent to the chosen classes and sections, by the rules of the specification.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await addStudents(page, [
    { name: 'Hira Iqbal', class: 'Ten', section: 'A', number: '0304-7000001' },
    { name: 'Omar Iqbal', class: 'Five', section: 'Blue', number: '0304-7000002' },
    { name: 'Zain Malik', class: 'Five', section: 'Green', number: '0304-7000003' },
    { name: 'Noor', class: 'Nursery', section: '', number: '0304-7000004' },
  ]);
  await tell(page, 'POST', '/MessageTemplate', {
    title: 'Holiday',
    message: 'Dear parent of {{name}}, no school.',
  });
  await page.goto('/send-messages?panel=send');
  await panelOf(page).getByRole('link', { name: sendWords.toClasses }).click();
  await expect(page).toHaveURL(/\/students\?panel=send$/);
  const panel = panelOf(page, classWords.title);

  await sendButton(panel).click();
  await expect(page.getByText('Please fill the form correctly.')).toBeVisible();
  for (const text of [classWords.classRequired, classWords.sectionRequired, 'Template is required.'])
    await expect(panel.getByText(text)).toBeVisible();

  const choose = async (label: string, ...options: string[]): Promise<void> => {
    await panel.getByRole('combobox', { name: label }).click();
    for (const option of options)
      await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
  };
  await panel.getByRole('combobox', { name: classWords.class }).click();
  // The test of Find adds the class Hifz to the same campus.
  const classes = [classWords.allClasses, 'Nursery', 'Five', 'Ten'];
  const classOptions = page.getByRole('listbox').getByRole('option').filter({ hasNotText: 'Hifz' });
  await expect(classOptions).toHaveText(classes);
  await page.keyboard.press('Escape');
  await choose(classWords.class, 'Nursery', 'Five');
  await panel.getByRole('combobox', { name: classWords.section }).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    classWords.allSections,
    'Nursery No section',
    'Five Blue',
    'Five Green',
  ]);
  await page.getByRole('listbox').getByRole('option', { name: 'Five Green' }).click();
  await choose(sendWords.template, 'Holiday');
  await choose(sendWords.template, 'Holiday');
  await expect(panel.getByRole('combobox', { name: sendWords.template })).toHaveValue('Holiday');
  await expect(panel.getByTestId('preview')).toContainText('Dear parent of Zain Malik, no school.');
  await messageOf(panel).fill(' ');
  await sendButton(panel).click();
  await expect(page.getByText('Please enter message')).toBeVisible();
  await messageOf(panel).fill('Dear parent of {{name}}, come at nine.');
  await sendButton(panel).click();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('Five Green');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await choose(classWords.section, classWords.allSections);
  await sendButton(panel).click();
  await expect(sheet).toContainText('Nursery, Five');
  await expect(sheet).toContainText('to 3 families, from 3 students');
  await expect(sheet).toContainText('3 messages');
  // The button is disabled for a moment, because the click that opened the sheet may be a double click.
  await expect(sendButton(sheet)).toBeEnabled();
  await page.keyboard.press('Enter');
  await isProcessed(page);
  await expect
    .poll(() => arrivedAt(page, '+923047000002'), arrival)
    .toEqual(['Dear parent of Omar Iqbal, come at nine.']);
  expect(await arrivedAt(page, '+923047000001')).toEqual([]);
});

/**
 * The list of sends: whether October's reminders went, who did not get them and why, and how each failure is handled
 * with few clicks.
 */
import type { Page } from '@playwright/test';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { familyWords } from '#shared/words/families.ts';
import { fixWords, outboxWords, sendListWords } from '#shared/words/outbox.ts';
import { todayWords } from '#shared/words/screen.ts';
import { addBilling, addTemplate, type Clerk, expect, makeBill, test } from './spec/desk.ts';

const rows = (page: Page) => page.getByTestId('mend-row');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const mended = (page: Page) => page.getByTestId('mended');
const figure = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Who got it' }).getByRole('link', { name, exact: true });
const listed = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Sends' }).getByRole('link', { name: new RegExp(name) });

const runsOf = (clerk: Clerk): Promise<BroadcastProgress[]> => clerk.ask('GET', '/Outbox/Runs');

/** October's reminder after its end: two parents got it and four did not, each for another reason. */
async function remind(clerk: Clerk): Promise<{ october: number; run: number }> {
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  // Earlier months show what a wrong number was meant to be, and which other number a family has.
  const before = [
    makeBill({ name: 'Daniyal', regNum: 'R-1', number: '0300-1039601' }),
    makeBill({ name: 'Sadia', regNum: 'R-4', number: '0301-4471921' }),
  ];
  await addBilling(clerk, { name: 'September 2026', month: 9, bills: before });
  const bills = [
    makeBill({ name: 'Daniyal', regNum: 'R-1', number: '0300-1039600' }),
    makeBill({ name: 'Hafsa', regNum: 'R-2', number: '042-35761200' }),
    makeBill({ name: 'Imran', regNum: 'R-3', number: '0333-2916499' }),
    makeBill({ name: 'Sadia', regNum: 'R-4', number: '0345-1166400' }),
    makeBill({ name: 'Ayesha', regNum: 'R-5', number: '0300-5000001' }),
    makeBill({ name: 'Bilal', regNum: 'R-6', number: '0300-5000002' }),
  ];
  const october = await addBilling(clerk, { name: 'October 2026', month: 10, bills });
  await addTemplate(clerk, { title: 'Fee reminder', message: 'Dear {{name}}, please pay.' });
  const text = { message: 'Dear {{name}}, please pay.', groupIDs: [october], status: 'unpaid' };
  const { broadcastID: run } = await clerk.ask<{ broadcastID: number }>(
    'POST',
    '/Chat/SendWhatsAppGroup',
    text,
  );
  const ended = async (): Promise<number> => {
    const [{ counts } = { counts: { read: 0, failed: 0 } }] = await runsOf(clerk);
    return counts.read + counts.failed;
  };
  await expect.poll(ended, { timeout: 20_000 }).toBe(6);
  return { october, run };
}

test('A send shows who did not get it and why, from its billing and from the list of sends.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  const { october } = await remind(clerk);
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', {
    message: 'School is closed',
    contacts: '0300-5000003',
  });

  // The billing lists its sends with their failures.
  await page.goto(`/send-messages?billing=${october}`);
  const line = page.getByRole('region', { name: sendListWords.ofBilling }).getByRole('listitem');
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('Fee reminder');
  await expect(line).toContainText('2 sent');
  await expect(line).toContainText('2 read');
  await line.getByRole('link', { name: '4 failed' }).click();

  await expect(page.getByRole('heading', { name: 'Fee reminder' })).toBeVisible();
  await expect(page.getByTestId('send')).toContainText('October 2026, unpaid');
  await expect(page.getByRole('heading', { name: fixWords.title(4) })).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByTestId('mend-correct')).toContainText('Daniyal');
  await expect(page.getByTestId('mend-call')).toContainText('Hafsa');
  await expect(page.getByTestId('mend-later')).toContainText('Imran');
  await expect(page.getByTestId('mend-notOnWhatsApp')).toContainText('Sadia');
  // One click shows every try.
  await rowOf(page, 'Imran')
    .getByRole('button', { name: /^1 try/ })
    .click();
  await expect(rowOf(page, 'Imran')).toContainText('The phone could not be reached');

  // Each figure links to its people, and Back returns.
  await figure(page, 'Read 2').click();
  await expect(page.getByTestId('outbox-row')).toHaveCount(2);
  await expect(page).toHaveURL(/status=read/);
  await figure(page, 'Messages 6').click();
  await expect(page.getByTestId('outbox-row')).toHaveCount(6);
  await page.goBack();
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Dear [Name], please pay.');
  await page.keyboard.press('Escape');

  // A send is found by its billing and by its name.
  const search = page.getByRole('searchbox', { name: sendListWords.search });
  await search.fill('october');
  await expect(listed(page, 'Fee reminder')).toBeVisible();
  await expect(listed(page, 'School is closed')).toHaveCount(0);
  await search.fill('closed');
  await expect(listed(page, 'School is closed')).toBeVisible();
  await search.fill('');
  await page.getByRole('button', { name: 'To mend 4' }).click();
  await expect(listed(page, 'Fee reminder')).toContainText('4 failed');
  await expect(listed(page, 'School is closed')).toHaveCount(0);
});

test('A wrong number is corrected and its message sent again in the same send.', async ({ page, clerk }) => {
  await remind(clerk);
  await page.goto('/outbox');
  await listed(page, 'Fee reminder').click();
  // The proposed number differs from September's in one digit.
  const number = page.getByRole('textbox', { name: fixWords.numberOf('Daniyal') });
  await expect(number).toHaveValue('0300-1039601');
  await page.getByRole('button', { name: fixWords.correctOf('Daniyal') }).click();
  // The row gets a tick and stays in the same send.
  await expect(mended(page)).toContainText('Daniyal');
  await expect(mended(page)).toContainText(fixWords.correctedTo('0300-1039601'));
  await expect(mended(page)).toContainText('Read');
  await expect(page.getByRole('heading', { name: fixWords.title(3) })).toBeVisible();
  await expect(figure(page, 'Failed 3')).toBeVisible();
  await expect(figure(page, 'Messages 6')).toBeVisible();
  await expect(listed(page, 'Fee reminder')).toHaveCount(1);

  // Another number of the family.
  await page.getByRole('button', { name: fixWords.sendTo('0301-4471921') }).click();
  await expect(mended(page)).toHaveCount(2);
  await page.reload();
  await expect(mended(page).filter({ hasText: 'Sadia' })).toContainText('Read');
});

test('A family that no message reaches can be marked as told by phone, and back.', async ({
  page,
  clerk,
}) => {
  const { run } = await remind(clerk);
  await page.goto(`/outbox?run=${run}`);
  await page.getByRole('button', { name: fixWords.sayIt }).click();
  await expect(page.getByRole('note', { name: fixWords.sayTo('Hafsa') })).toContainText(
    'Dear Hafsa, please pay.',
  );
  await page.getByRole('button', { name: fixWords.contactedLabel('Hafsa') }).click();
  await expect(mended(page)).toContainText(/Hafsa\s*told by phone/);
  await expect(page.getByRole('heading', { name: fixWords.title(3) })).toBeVisible();
  // The mark is no state of the message, which still counts as failed.
  await expect(figure(page, 'Failed 4')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: fixWords.title(4) })).toBeVisible();
  await expect(mended(page)).toHaveCount(0);
});

test('A person without the outbox right sees the sends of a billing without links, and no outbox.', async ({
  page,
  clerk,
  as,
}) => {
  const { october, run } = await remind(clerk);
  await as({ view: true });
  await page.goto(`/send-messages?billing=${october}`);
  const line = page.getByRole('region', { name: sendListWords.ofBilling }).getByRole('listitem');
  await expect(line).toContainText('4 failed');
  await expect(line.getByRole('link')).toHaveCount(0);
  await page.goto(`/outbox?run=${run}`);
  await expect(page.getByText(outboxWords.noRight)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('On a phone the list of sends comes first, then the send, and Back returns to the list.', async ({
  page,
  clerk,
}) => {
  await remind(clerk);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/outbox');
  await expect(page.getByRole('heading', { name: 'Outbox', exact: true })).toBeVisible();
  await listed(page, 'Fee reminder').click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('heading', { name: 'Outbox', exact: true })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('button', { name: sendListWords.back }).click();
  await expect(listed(page, 'Fee reminder')).toBeVisible();
});

test('An empty outbox says that nothing was sent yet.', async ({ page, clerk: _clerk }) => {
  await page.goto('/outbox');
  await expect(page.getByRole('heading', { name: sendListWords.none })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Outbox', exact: true })).toBeVisible();
});

test('Undo gives a family back the number that sending to its other number has overwritten.', async ({
  page,
  clerk,
}) => {
  const { october, run } = await remind(clerk);
  const numberOf = async (child: string): Promise<string | undefined> => {
    const { items } = await clerk.ask<{ items: { name: string; number: string }[] }>(
      'GET',
      `/Groups/${october}/Contacts`,
    );
    return items.find(({ name }) => name === child)?.number;
  };
  await page.goto(`/outbox?run=${run}`);
  await page.getByRole('button', { name: fixWords.sendTo('0301-4471921') }).click();
  await expect(page.getByText(familyWords.corrected('0301-4471921', 0))).toBeVisible();
  await expect.poll(() => numberOf('Sadia')).toBe('+923014471921');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(familyWords.undone)).toBeVisible();
  expect(await numberOf('Sadia')).toBe('0345-1166400');

  // The same where the right number was typed.
  await page.getByRole('textbox', { name: fixWords.numberOf('Daniyal') }).fill('0300-1039607');
  await page.getByRole('button', { name: fixWords.correctOf('Daniyal') }).click();
  await expect(page.getByText(familyWords.corrected('0300-1039607', 0))).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => numberOf('Daniyal')).toBe('0300-1039600');
});

/** Today's box of failures. */
const failuresBox = (page: Page) => page.getByRole('region', { name: todayWords.failures, exact: true });

test('A line of failures on Today opens the send of the failures, or the failures of all sends.', async ({
  page,
  clerk,
}) => {
  await remind(clerk);
  const again = { message: 'School is closed on Friday', contacts: '0300-5557700, 0333-5557799' };
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', again);
  await expect.poll(async () => (await runsOf(clerk))[0]?.counts.failed, { timeout: 20_000 }).toBe(2);
  await page.goto('/send-messages');
  // Only October's reminder has a landline, and it is not the latest send.
  await failuresBox(page)
    .getByRole('link', { name: new RegExp(fixWords.kinds.call) })
    .click();
  await expect(page.getByTestId('send').getByRole('heading', { name: 'Fee reminder' })).toBeVisible();
  await expect(rowOf(page, 'Hafsa')).toBeVisible();
  await page.goBack();
  // Both sends have a phone that was switched off.
  await failuresBox(page)
    .getByRole('link', { name: new RegExp(fixWords.kinds.later) })
    .click();
  const all = page.getByTestId('all-to-mend');
  await expect(all.getByRole('heading', { name: fixWords.kinds.later, level: 2 })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('0333-5557799');
  await expect(rowOf(page, 'Imran')).toBeVisible();
  await page.goBack();
  await failuresBox(page).getByRole('link', { name: todayWords.fixAll }).click();
  await expect(rows(page)).toHaveCount(6);
  await all.getByRole('link', { name: 'Fee reminder' }).click();
  await expect(rows(page)).toHaveCount(4);
  // What is mended stays in sight with its tick, also when its send has nothing left to mend.
  await page.goBack();
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', { message: 'Sports day', contacts: '042-35550000' });
  await rowOf(page, '042-35550000')
    .getByRole('button', { name: /by phone$/ })
    .click();
  await expect(all.getByRole('region', { name: 'Sports day' }).getByTestId('mended')).toHaveCount(1);
});

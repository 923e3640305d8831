/** A scheduled message: the page says when it begins, and it can be cancelled until then. */
import type { Locator, Page } from '@playwright/test';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { noPace } from '#shared/calls/senders.ts';
import { addDays, dayIn, formatDay, formatInstant, instantIn, weekdayOf } from '#shared/time/dates.ts';
import { classWords, scheduleWords, sendWords, sheetWords } from '#shared/words/sending.ts';
import { addBilling, addStudents, addTemplate, type Clerk, expect, test } from './spec/desk.ts';

const timeZone = 'Asia/Karachi';
const today = (): string => dayIn(timeZone, new Date());
const tomorrow = (): string => addDays(today(), 1);
/** Day first, as it is typed here: `06/11/2026`. */
const inFigures = (day: string): string => day.split('-').toReversed().join('/');
const nine = (): string => instantIn(timeZone, `${tomorrow()}T09:00`).toISOString();

const panelOf = (page: Page, name: string = sendWords.title): Locator =>
  page.getByRole('region', { name, exact: true });
const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: sheetWords.title });
const press = (place: Locator) => place.getByRole('button', { name: /^Send WhatsApp/ }).click();
const later = (panel: Locator) => panel.getByRole('button', { name: scheduleWords.later, exact: true });
const runsOf = (clerk: Clerk): Promise<BroadcastProgress[]> => clerk.ask('GET', '/Outbox/Runs');

test('A scheduled message to a billing says when it begins, and can be cancelled before that time.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  const billing = await addBilling(clerk, { bills: 3 });
  await page.goto(`/send-messages?billing=${billing}&panel=send&to=${billing}`);
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: 'Message' }).fill('Tomorrow: {{name}}');
  await later(panel).click();
  const day = panel.getByLabel(scheduleWords.day);
  await expect(day).toHaveValue(formatDay(tomorrow()));
  await expect(panel.getByText('Begins tomorrow at 09:00, Karachi time')).toBeVisible();

  await day.fill(inFigures(addDays(today(), -1)));
  await press(panel);
  await expect(panel.getByText(scheduleWords.past)).toBeVisible();
  await expect(sheetOf(page)).toHaveCount(0);
  await day.fill('');
  await expect(panel.getByText(scheduleWords.dayRequired)).toBeVisible();
  await day.fill(inFigures(tomorrow()));
  // The day survives a reload.
  await page.reload();
  await expect(day).toHaveValue(inFigures(tomorrow()));
  await press(panel);
  await expect(sheetOf(page)).toContainText('Begins tomorrow at 09:00');
  await sheetOf(page)
    .getByRole('button', { name: scheduleWords.schedule(3) })
    .click();
  await expect(page.getByText(scheduleWords.scheduled('tomorrow at 09:00'))).toBeVisible();
  expect((await runsOf(clerk)).map(({ startAt }) => startAt)).toEqual([nine()]);

  await expect(page).toHaveURL(/\/outbox\?run=\d+$/);
  const bar = page.getByTestId('run-bar');
  await expect(bar).toContainText(`Begins ${formatInstant(nine(), timeZone)}`);
  await expect(bar.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('0 sent, 3 cancelled.')).toBeVisible();
  await expect(page.getByTestId('outbox-row').first()).toContainText('Cancelled');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByTestId('outbox-row').first()).toContainText(
    `not before${formatInstant(nine(), timeZone)}`,
  );
  await expect(bar).toContainText(`Begins ${formatInstant(nine(), timeZone)}`);
  // The chat says it too.
  await page.getByTestId('outbox-row').first().getByTitle(/chat/i).click();
  await expect(page.getByTestId('chat-thread')).toContainText(
    `not before ${formatInstant(nine(), timeZone)}`,
  );
});

test('A message to classes can be scheduled.', async ({ page, clerk }) => {
  await addStudents(clerk);
  await addTemplate(clerk, { title: 'Holiday', message: 'No school tomorrow.' });
  await page.goto('/students?panel=send');
  const panel = panelOf(page, classWords.title);
  for (const [label, option] of [
    [classWords.class, classWords.allClasses],
    [classWords.section, classWords.allSections],
    [sendWords.template, 'Holiday'],
  ] as const) {
    await panel.getByRole('combobox', { name: label }).click();
    await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
  }
  await later(panel).click();
  await press(panel);
  await sheetOf(page)
    .getByRole('button', { name: scheduleWords.schedule(2) })
    .click();
  await expect(page.getByText(scheduleWords.scheduled('tomorrow at 09:00'))).toBeVisible();
  expect((await runsOf(clerk)).map(({ startAt, total }) => [startAt, total])).toEqual([[nine(), 2]]);
});

test('During quiet hours the sheet before sending says when the send begins.', async ({ page, clerk }) => {
  await clerk.ask('PUT', '/Sender/Pace', { ...noPace, quietDays: [weekdayOf(today())] });
  const billing = await addBilling(clerk);
  await page.goto(`/send-messages?billing=${billing}&panel=send&to=${billing}`);
  await panelOf(page).getByRole('textbox', { name: 'Message' }).fill('Not today');
  await press(panelOf(page));
  await expect(sheetOf(page)).toContainText(scheduleWords.held('tomorrow at 00:00'));
});

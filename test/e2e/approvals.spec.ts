/**
 * A campus that sends through WhatsApp's Cloud API, as a clerk sees it: templates are approved, sent, answered and
 * required.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { Connection } from '#shared/calls/connection.ts';
import type { SendAnswer } from '#shared/calls/messages.ts';
import { chatWords } from '#shared/words/chats.ts';
import { outboxWords, stateWords } from '#shared/words/outbox.ts';
import { sendWords, sheetWords } from '#shared/words/sending.ts';
import {
  approvalProblems,
  approvalWords,
  chatWindowWords,
  standingWords,
  templateWords,
  windowWords,
} from '#shared/words/templates.ts';
import { connectWords, findingWords, settingWords } from '#shared/words/whatsapp-number.ts';
import { type Clerk, expect, makeBill, picture } from './spec/desk.ts';
import { type Graph, test } from './with-graph.ts';

const message =
  'Dear parent of {{name}}, the fee of Rs. {{total}} is due on {{dueDate}}. Please pay it in time. Thank you.';
/** What is waited for goes through the fake server and comes back as webhooks. */
const soon = { timeout: 15_000 };

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
const composer = (page: Page): Locator => region(page, chatWords.title).getByRole('textbox');

async function connectByPage(page: Page, graph: Graph): Promise<void> {
  await page.goto('/whatsapp-number');
  await button(page, connectWords.open).click();
  for (const [name, value] of Object.entries(graph.values)) {
    const { label } = settingWords[name as keyof typeof settingWords];
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await button(page, connectWords.connect).click();
  const [url, verifyToken] = [
    await page.getByLabel(connectWords.hookUrl, { exact: true }).inputValue(),
    await page.getByLabel(connectWords.hookWord, { exact: true }).inputValue(),
  ];
  await graph.hooks.subscribe({ url, verifyToken });
  await expect(page.getByText(findingWords.reachedTest(new URL(graph.url).host))).toBeVisible();
}

async function connect(clerk: Clerk, graph: Graph): Promise<void> {
  const cloud = graph.values;
  const { webhook } = await clerk.ask<Connection>('PUT', '/Sender/Connection', { way: 'cloud', cloud });
  await graph.hooks.subscribe(webhook);
}

/** A billing of three families with numbers that no other test uses. */
async function addBilling(clerk: Clerk, tens: number): Promise<{ groupID: number; numbers: string[] }> {
  const numbers = [1, 2, 3].map((one) => `+9230012345${tens}${one}`);
  const group = {
    id: 0,
    name: 'November 2049',
    month: 11,
    year: 2049,
    description: 'Fees',
    campusID: clerk.campusID,
  };
  const contacts = numbers.map((number, index) =>
    makeBill({ name: `Child ${index}`, number, dueDate: '2049-11-10' }),
  );
  const { id } = await clerk.ask<{ id: number }>('POST', '/Groups/Save', { group, contacts });
  return { groupID: id, numbers };
}

const typesTo = (graph: Graph, number: string): string[] =>
  graph
    .phone(number)
    .received()
    .map(({ type }) => type);

const newestName = (graph: Graph): string => graph.templates.all().at(-1)?.name ?? '';

/** Adds an approved template and returns its id. */
async function addApproved(clerk: Clerk, graph: Graph, title: string): Promise<number> {
  const { id } = await clerk.ask<{ id: number }>('POST', '/MessageTemplate', { title, message });
  await clerk.ask('POST', `/MessageTemplate/${id}/Submit`, {});
  graph.templates.approve(newestName(graph));
  await clerk.ask('POST', '/MessageTemplate/Sync', {});
  return id;
}

async function hasNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('section').analyze();
  expect(violations).toEqual([]);
}

test('A template is approved and sent; a reply opens the window, and free text is refused for numbers that have not written.', async ({
  page,
  clerk,
  graph,
}) => {
  const { groupID, numbers } = await addBilling(clerk, 1);
  const [first = '', second = ''] = numbers;
  await connectByPage(page, graph);

  // The template is written, and problems of the text are named at once.
  await page.goto(`/send-messages?billing=${groupID}&panel=templates&template=new`);
  const form = region(page, templateWords.newPanel);
  await form.getByLabel(templateWords.name).fill('Fee reminder');
  const text = form.getByRole('textbox', { name: sendWords.message });
  await text.fill('{{name}} owes {{total}}');
  await expect(form.getByTestId('approval-problems')).toContainText(approvalProblems.first);
  await expect(button(form, approvalWords.saveAndSubmit)).toBeDisabled();
  await hasNoFaults(page);
  await text.fill(message);
  await expect(form.getByTestId('approval-problems')).toHaveCount(0);
  await button(form, approvalWords.saveAndSubmit).click();

  // The approval appears without a reload.
  const row = region(page, templateWords.title).getByRole('row', { name: /Fee reminder/ });
  await expect(row).toContainText(standingWords.pending);
  graph.templates.approve(newestName(graph));
  await expect(row).toContainText(standingWords.approved, soon);
  await hasNoFaults(page);

  // The template is offered, chosen and sent.
  await page.goto(`/send-messages?billing=${groupID}&panel=send&to=${groupID}`);
  const panel = region(page, sendWords.title);
  await expect(panel.getByTestId('windows')).toContainText(windowWords.reachesNobody(3));
  await hasNoFaults(page);
  await panel
    .getByTestId('windows')
    .getByRole('button', { name: /Fee reminder/ })
    .click();
  const ways = windowWords.goes([windowWords.byTemplate(3)]);
  await expect(panel.getByTestId('ways')).toHaveText(ways);
  await button(panel, sendWords.sendTo(3)).click();
  const sheet = page.getByRole('dialog', { name: sheetWords.title });
  await expect(sheet.getByTestId('ways')).toHaveText(ways);
  await button(sheet, sendWords.sendTo(3)).click();
  await page.goto('/outbox');
  await expect(page.getByTestId('run-bar')).toContainText(`3 ${outboxWords.progress.read}`, soon);
  await expect(page.getByRole('row').filter({ hasText: stateWords.read })).toHaveCount(3);
  expect(typesTo(graph, first)).toEqual(['template']);

  // The parent replies with a photo and is answered while the window is open.
  await page.goto(`/send-messages?billing=${groupID}&panel=chat&chat=${encodeURIComponent(first)}`);
  await expect(page.getByTestId('window-closed')).toBeVisible();
  graph.phone(first).writes({ image: picture.buffer, type: 'image/png', caption: 'The slip' });
  const chat = region(page, chatWords.title);
  await expect(chat.getByRole('log').getByRole('img')).toBeVisible(soon);
  await expect(chat.getByRole('log')).toContainText('The slip');
  await expect(chat.getByText(/^You can write freely until tomorrow at /)).toBeVisible();
  await composer(page).fill('Thank you, it has arrived.');
  await button(chat, chatWords.send).click();
  await expect.poll(() => typesTo(graph, first), soon).toEqual(['template', 'text']);

  // Nobody wrote from the second number, so nothing can be typed and a template is offered.
  await page.goto(`/send-messages?billing=${groupID}&panel=chat&chat=${encodeURIComponent(second)}`);
  await expect(page.getByTestId('window-closed')).toContainText(chatWindowWords.closed);
  await expect(composer(page)).not.toBeEditable();
  await expect(button(chat, chatWords.send)).toBeDisabled();
  const refused = await clerk.ask<SendAnswer>('POST', '/Chat/SendWhatsApp', {
    contacts: second,
    message: 'Salam',
  });
  expect([refused.queued, refused.skipped[0]?.reasonCode]).toEqual([0, 'windowClosed']);
  await button(chat, chatWindowWords.choose).click();
  await hasNoFaults(page);
  await page.getByRole('option', { name: /Fee reminder/ }).click();
  await expect(page.getByTestId('filled')).toContainText('Dear parent of Child 1');
  await button(chat, chatWords.send).click();
  await expect.poll(() => typesTo(graph, second), soon).toEqual(['template', 'template']);
});

test('The send panel says what a changed approved text costs, and restores the approved text at a press.', {
  tag: '@proof',
}, async ({ page, clerk, graph }) => {
  await connect(clerk, graph);
  const { groupID, numbers } = await addBilling(clerk, 2);
  graph.phone(numbers[0] ?? '').writes('Salam');
  await addApproved(clerk, graph, 'Fee notice');
  await page.goto(`/send-messages?billing=${groupID}&panel=send&to=${groupID}`);
  const panel = region(page, sendWords.title);
  const [ways, note] = [panel.getByTestId('ways'), panel.getByTestId('windows')];
  await expect(note).toContainText(windowWords.reaches(1, 3), soon);
  await note.getByRole('button', { name: /Fee notice/ }).click();
  const both = windowWords.goes([windowWords.byTemplate(2), windowWords.asFreeText(1)]);
  await expect(ways).toHaveText(both);

  const text = panel.getByRole('textbox', { name: sendWords.message });
  await text.fill(`${message} Salam.`);
  await expect(note).toContainText(windowWords.changed('Fee notice'));
  await expect(note).toContainText(windowWords.forTheRest(2));
  await expect(button(panel, sendWords.sendTo(1))).toBeVisible();
  await button(note, windowWords.takeBack).click();
  await expect(text).toHaveValue(message);
  await expect(ways).toHaveText(both);
  // The text that was written by hand can be restored too.
  await button(page, 'Undo').click();
  await expect(text).toHaveValue(`${message} Salam.`);
});

test('A rejected template shows its reason, and a changed approved template can be submitted again.', async ({
  page,
  clerk,
  graph,
}) => {
  await connect(clerk, graph);
  const approved = await addApproved(clerk, graph, 'Fee notice');
  const { id } = await clerk.ask<{ id: number }>('POST', '/MessageTemplate', {
    title: 'Sports day',
    message,
  });
  await clerk.ask('POST', `/MessageTemplate/${id}/Submit`, { category: 'UTILITY' });
  await page.goto('/send-messages?panel=templates');
  const list = region(page, templateWords.title);
  const row = (title: RegExp) => list.getByRole('row', { name: title });
  await expect(row(/Sports day/)).toContainText(standingWords.pending);
  graph.templates.reject(newestName(graph), 'PROMOTIONAL');
  await expect(row(/Sports day/)).toContainText(standingWords.rejected, soon);
  await expect(row(/Sports day/)).toContainText('WhatsApp thinks that the text is advertising');

  await page.goto(`/send-messages?panel=templates&template=${approved}`);
  const form = region(page, templateWords.editPanel);
  await expect(form.getByTestId('approval')).toContainText(approvalWords.meaning.approved);
  await expect(button(form, approvalWords.submit)).toHaveCount(0);
  await form.getByRole('textbox', { name: sendWords.message }).fill(`${message} Salam.`);
  await expect(form.getByTestId('approval')).toContainText(approvalWords.costs);
  await button(form, 'Save').click();
  await expect(row(/Fee notice/)).toContainText(standingWords.changed);
  await button(row(/Fee notice/), templateWords.edit('Fee notice')).click();
  await button(form, approvalWords.submit).click();
  await expect(row(/Fee notice/)).toContainText(standingWords.pending);

  // Without a webhook, the state is fetched by Sync.
  const before = graph.templates.all().length;
  expect(before).toBeGreaterThan(2);
  await button(list, approvalWords.sync).click();
  await expect(page.getByText(approvalWords.synced(0))).toBeVisible();
});

test('A campus on the demo phone shows nothing about template approval.', async ({ page, clerk }) => {
  await clerk.ask('POST', '/MessageTemplate', { title: 'Fee due', message: '{{name}}' });
  await page.goto('/send-messages?panel=templates');
  await expect(page.getByRole('row', { name: /Fee due/ })).not.toContainText(standingWords.none);
  await page.getByRole('button', { name: templateWords.edit('Fee due') }).click();
  await expect(region(page, templateWords.editPanel)).toBeVisible();
  await expect(page.getByTestId('approval')).toHaveCount(0);
  await expect(page.getByTestId('approval-problems')).toHaveCount(0);
});

test('A chat with a closed window and no approved template links to the templates.', async ({
  page,
  clerk,
  graph,
}) => {
  await connect(clerk, graph);
  await page.goto(`/send-messages?panel=chat&chat=${encodeURIComponent('+923001234571')}`);
  await expect(page.getByTestId('window-closed')).toContainText(chatWindowWords.none);
  await hasNoFaults(page);
  await button(page.getByTestId('window-closed'), windowWords.toTemplates).click();
  await expect(region(page, templateWords.title)).toBeVisible();
});

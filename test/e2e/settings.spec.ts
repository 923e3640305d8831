/** Settings: the list of topics, its search, the list as a page of a phone, and the addresses of earlier versions. */
import type { Page } from '@playwright/test';
import { roles } from '#shared/people/rights.ts';
import { voucherSettingsWords } from '#shared/words/papers.ts';
import { commonWords } from '#shared/words/screen.ts';
import { closingWords, dueRuleWords, feeHeadWords, settingsWords } from '#shared/words/settings.ts';
import { expect, test } from './spec/desk.ts';

const { parts, groups } = settingsWords;
const list = (page: Page) => page.getByRole('navigation', { name: settingsWords.title });
const topics = (page: Page) => list(page).getByRole('listitem');
const box = (page: Page) => list(page).getByRole('searchbox', { name: settingsWords.find });
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });

test('The search of Settings finds a topic by words on its page, and the keyboard opens it.', {
  tag: '@proof',
}, async ({ page, clerk: _clerk }) => {
  await page.goto('/settings');
  await expect(title(page, parts.account)).toBeVisible();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('sunday');
  await expect(topics(page)).toHaveText([parts['due-dates'] + dueRuleWords.sunday]);
  await page.keyboard.press('Enter');
  await expect(title(page, parts['due-dates'])).toBeVisible();
  await expect(page).toHaveURL(/\/settings\?part=due-dates$/);
  await expect(box(page)).toHaveValue('');

  // The box keeps the focus. The arrows go on through the list, also to a page with another address.
  await page.keyboard.type('backup');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(title(page, parts.backups)).toBeVisible();
  const link = (name: string) => list(page).getByRole('link', { name });
  await expect(link(parts.backups)).toHaveAttribute('aria-current', 'page');
  await link(parts.backups).focus();
  await page.keyboard.press('ArrowDown');
  await expect(link(parts.computer)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page, parts.computer)).toBeVisible();
  await expect(link(parts.computer)).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('nothing like this');
  await expect(list(page).getByRole('status')).toHaveText(commonWords.noMatch('nothing like this'));
  await page.keyboard.press('Escape');
  await expect(box(page)).not.toBeFocused();
  await expect(topics(page)).toHaveCount(Object.keys(parts).length);
});

test('The list has only the topics that a person may open.', async ({ page, clerk: _clerk, as }) => {
  await page.goto('/settings');
  await expect(list(page).getByRole('heading', { level: 3 })).toHaveText(Object.values(groups));
  await expect(list(page).getByRole('link', { name: `${parts.people} 1` })).toBeVisible();
  await as(roles.accounts);
  await page.goto('/settings');
  await expect(topics(page)).toHaveText([
    ...[parts.account, parts['signing-in'], parts['fee-heads'], parts.bin],
  ]);
  for (const address of ['/settings?part=people', '/settings/backups', '/settings/computer']) {
    await page.goto(address);
    await expect(page.getByText(settingsWords.noRight)).toBeVisible();
  }
});

test('The addresses of earlier versions open the topic that they stood for.', async ({
  page,
  clerk: _clerk,
  as,
}) => {
  const opened = [
    ['/settings?part=account', parts.account],
    ['/settings?part=money', parts.money],
    ['/settings?part=vouchers', parts.vouchers],
    ['/settings/backups', parts.backups],
    ['/settings/computer', parts.computer],
    ['/whatsapp-number', commonWords.whatsAppNumber],
  ] as const;
  for (const [address, name] of opened) {
    await page.goto(address);
    await expect(title(page, name)).toBeVisible();
  }
  await page.goto('/settings?part=money');
  await expect(page.getByRole('form', { name: closingWords.title })).toBeVisible();
  await as(roles.accounts);
  await page.goto('/settings?part=money');
  await expect(title(page, feeHeadWords.title)).toBeVisible();
});

test('On a phone the list is a page, and a topic has a link back to it.', async ({
  page,
  clerk: _clerk,
}, info) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/settings');
  await expect(title(page, settingsWords.title)).toBeVisible();
  await page.screenshot({ path: info.outputPath('list.png') });
  await box(page).fill('grace');
  await topics(page).getByRole('link').click();
  await expect(title(page, parts['due-dates'])).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('topic.png') });
  await page.getByRole('main').getByRole('link', { name: settingsWords.title }).click();
  await expect(title(page, settingsWords.title)).toBeVisible();
  for (const name of [parts.money, parts.vouchers, parts.pace, parts.backups, parts.trail]) {
    await list(page).getByRole('link', { name }).click();
    await expect(title(page, name)).toBeVisible();
    await expect(page.getByRole('status', { name: commonWords.loading })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.getByRole('main').getByRole('link', { name: settingsWords.title }).click();
  }
});

test('A bar names what has changed on a page, and Undo takes it back.', async ({ page, clerk: _clerk }) => {
  await page.goto('/settings?part=vouchers');
  const language = page.getByLabel(voucherSettingsWords.language);
  const before = await language.inputValue();
  const save = page.getByRole('button', { name: commonWords.save, exact: true });
  await expect(save).toHaveCount(0);
  await language.selectOption({ label: voucherSettingsWords.languages.ur });
  await page.getByLabel(voucherSettingsWords.termsEn).fill('Pay in time.');
  const changes = [voucherSettingsWords.language, voucherSettingsWords.termsEn];
  await expect(page.getByText(settingsWords.unsaved(changes))).toBeVisible();
  // An unsaved change is not lost without a question.
  await list(page).getByRole('link', { name: parts.bin }).click();
  await page.getByRole('dialog').getByRole('button', { name: commonWords.cancel }).click();
  await page.getByRole('button', { name: commonWords.undo }).click();
  await expect(language).toHaveValue(before);
  await expect(save).toHaveCount(0);
  await list(page).getByRole('link', { name: parts.bin }).click();
  await expect(title(page, parts.bin)).toBeVisible();
});

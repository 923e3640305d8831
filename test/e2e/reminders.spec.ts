/** Reminders: a rule is switched on, a clerk sees who is next, skips one family, puts it back, and holds all. */
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { clockIn } from '#shared/time/dates.ts';
import { ask, expect, tell, test } from './fixtures.ts';

const panelOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Half a day from now, so that the run does not begin during the test. */
const farHour = (): string => clockIn('Asia/Karachi', new Date(Date.now() + 12 * 3_600_000));

async function addDueBills(page: Page, dueDate: string): Promise<void> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = {
    id: 0,
    name: 'Reminded',
    month: 5,
    year: 2048,
    description: 'Fees',
    campusID: cId,
  };
  const bill = { status: 'unpaid', total: 12_500, amountAfterDueDate: 13_500, dueDate };
  const contacts = [
    { ...bill, name: 'Zunaira Reminded', regNum: 'Z1', invNo: 'Z1', number: '0345-7770001' },
    { ...bill, name: 'Zain Reminded', regNum: 'Z2', invNo: 'Z2', number: '0345-7770001' },
    { ...bill, name: 'عائشہ خان', regNum: 'Z3', invNo: 'Z3', number: '0345-7770002' },
  ];
  await tell(page, 'POST', '/Groups/Save', { group, contacts });
}

test('A reminder rule is switched on, one family is skipped and put back, and all reminders are held.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  await tell(page, 'PUT', '/Reminders', { hour: farHour() });
  const { day } = await ask<{ day: string }>(page, '/Reminders/Tomorrow');
  await addDueBills(page, day);
  const { id } = await tell<{ id: number }>(page, 'POST', '/MessageTemplate', {
    title: 'On the day',
    message: 'Fee of {{name}}: {{payable}} is due on {{dueDate}}',
    sendOn: 'due',
  });

  await page.goto('/templates');
  const bar = page.getByRole('button', { name: /^Reminders/ });
  await expect(bar).toContainText('No reminder is on');
  await bar.click();
  const panel = panelOf(page, 'Reminders');
  const rule = panel.getByRole('region', { name: 'On the day' });
  await expect(rule).toContainText('does not run');
  await rule.getByRole('switch', { name: /^On the day:/ }).press('Space');
  await expect(rule).toContainText(/(Today|Tomorrow) \d\d:\d\d, \d+ famil/);
  // A word of the sentence is changed where it stands, and the rule stays on.
  await rule.getByRole('combobox', { name: 'Before, on or after' }).selectOption('after');
  await expect(rule.getByRole('combobox', { name: 'Number of days' })).toHaveValue('1');
  await expect(rule).toContainText(/on, from /);
  await rule.getByRole('combobox', { name: 'Before, on or after' }).selectOption('on');
  await expect(rule).toContainText(/(Today|Tomorrow) \d\d:\d\d, \d+ famil/);
  await expect(rule.getByRole('switch')).toBeChecked();

  const title = panel.getByRole('heading', { name: /^(Today|Tomorrow): [\d,]+ bills?, [\d,]+ famil/ });
  await expect(title).toBeVisible();
  const family = panel.getByRole('listitem').filter({ hasText: 'Zain Reminded' });
  await family.getByText('Zunaira Reminded').first().click();
  await expect(family.getByText('Fee of Zain Reminded')).toBeVisible();
  await expect(family).toContainText('12,500');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);

  const counted = await title.textContent();
  await family.getByRole('button', { name: /^Skip/ }).click();
  await expect(panel.getByRole('button', { name: 'Undo the skip of Zain Reminded' })).toBeVisible();
  await expect(title).not.toHaveText(counted ?? '');
  await panel.getByRole('button', { name: 'Undo the skip of Zain Reminded' }).click();
  await panel.getByRole('button', { name: 'Undo the skip of Zunaira Reminded' }).click();
  await expect(title).toHaveText(counted ?? '');

  await panel.getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(panel.getByText(/^Reminders are on hold/)).toBeVisible();
  await page.reload();
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel.getByRole('button', { name: 'Hold', exact: true })).toBeVisible();

  // A colleague's switch appears without a reload.
  await tell(page, 'POST', '/Reminders/Switch', { templateID: id, isOn: false });
  await expect(rule).toContainText('does not run');
  await panel.getByRole('button', { name: 'Back to templates' }).click();
  await expect(bar).toContainText('No reminder is on');
  await tell(page, 'PUT', '/Reminders', { hour: '09:00' });
});

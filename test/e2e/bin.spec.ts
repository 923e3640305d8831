/** Deleted things are restored by Undo in the toast, or from the bin. */
import { billWords, binWords, deletedMoneyWords, groupWords } from '#shared/words/bills.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { commonWords } from '#shared/words/screen.ts';
import { addBilling, editMember, expect, makeBill, test } from './spec/desk.ts';

test('A deleted member is restored by Undo, and a deleted billing from the bin in Settings.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  const bills = [makeBill({ name: 'Ayesha Khan' }), makeBill({ name: 'Bilal Khan' })];
  const billing = await addBilling(clerk, { bills, name: 'Autumn Fees' });
  const listed = page
    .getByRole('region', { name: 'Bills', exact: true })
    .getByRole('button', { name: /^Ayesha Khan/ });
  const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await page.goto(`/send-messages?billing=${billing}`);
  await editMember(page, 'Ayesha Khan');
  await page.getByRole('button', { name: 'Remove member' }).click();
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Member removed successfully.', { exact: true })).toBeVisible();
  await expect(listed).toHaveCount(0);
  await page.getByRole('button', { name: commonWords.undo }).click();
  await expect(page.getByText(binWords.restored('Ayesha Khan'), { exact: true })).toBeVisible();
  await expect(listed).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete billing' }).click();
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Group deleted successfully.', { exact: true })).toBeVisible();
  await page.goto('/settings?part=bin');
  const row = page.getByRole('listitem').filter({ hasText: 'Autumn Fees' });
  await expect(row).toContainText('2 bills');
  await expect(row).toContainText('29 days left');
  await page.getByRole('button', { name: binWords.restoreNamed('group', 'Autumn Fees') }).click();
  await expect(page.getByText(binWords.none)).toBeVisible();
  await page.goto(`/send-messages?billing=${billing}`);
  await expect(listed).toBeVisible();
});

for (const width of [1280, 360])
  test(`The question before a deletion says how much money is on the bills, which can move to credit (${width} px).`, async ({
    page,
    clerk,
    complaintsOfPage,
  }, info) => {
    await page.setViewportSize({ width, height: 740 });
    const bills = [makeBill({ name: 'Ayesha Khan' }), makeBill({ name: 'Bilal Khan' })];
    const billing = await addBilling(clerk, { bills, name: 'Autumn Fees' });
    const { items } = await clerk.ask<{ items: { id: number }[] }>('GET', `/Groups/${billing}/Contacts`);
    const [ayesha, bilal] = items.map(({ id }) => id);
    await clerk.ask('POST', '/GroupContacts/Mark', { ids: [ayesha], status: 'paid' });
    const money = { method: 'cash', amount: 500, allocations: [{ billID: bilal, amount: 500 }] };
    await clerk.ask('POST', '/Payments', { ...money, clientID: 'press' });
    const { items: payments } = await clerk.ask<{ items: { amount: number }[] }>('GET', '/Payments');
    const sum = payments.reduce((all, { amount }) => all + amount, 0);
    const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
    const toCredit = page.getByRole('dialog', { name: deletedMoneyWords.title, exact: true });
    const shot = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${width}.png`) });
    const remove = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete billing' }).click();
      await expect(question).toContainText(groupWords.money(`Rs. ${sum.toLocaleString('en-US')}`));
      await shot('question');
      await question.getByRole('button', { name: 'Yes, delete it!' }).click();
      await expect(toCredit).toContainText(moneyRefusals.holdMoney(1, 'Rs. 500'));
      await shot('to-credit');
    };
    await page.goto(`/send-messages?billing=${billing}`);
    await remove();
    await toCredit.getByRole('button', { name: commonWords.cancel }).click();
    await expect(toCredit).toHaveCount(0);
    await page.goto(`/send-messages?billing=${billing}`);
    await remove();
    await toCredit.getByRole('button', { name: deletedMoneyWords.confirm }).click();
    await expect(page.getByText('Group deleted successfully.', { exact: true })).toBeVisible();
    await shot('toast');
    await page.getByRole('button', { name: commonWords.undo }).click();
    await expect(page.getByText(binWords.restored('Autumn Fees'), { exact: true })).toBeVisible();
    const after = await clerk.ask<{ items: { name: string; status: string; paid: number }[] }>(
      'GET',
      `/Groups/${billing}/Contacts`,
    );
    expect(after.items).toMatchObject([
      { name: 'Ayesha Khan', status: 'paid' },
      { name: 'Bilal Khan', status: 'unpaid', paid: 0 },
    ]);
    // A bill that is only marked as paid is deleted without a second question.
    await page.goto(`/send-messages?billing=${billing}`);
    await editMember(page, 'Ayesha Khan');
    await page.getByRole('button', { name: 'Remove member' }).click();
    await expect(question).toContainText(billWords.money(`Rs. ${(sum - 500).toLocaleString('en-US')}`));
    await question.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page.getByText('Member removed successfully.', { exact: true })).toBeVisible();
    // The browser complains about the two refused deletions.
    expect(complaintsOfPage.splice(0)).toEqual([1, 2].map(() => expect.stringContaining('409')));
  });

for (const scheme of ['light', 'dark'] as const)
  test(`The bin fits a phone in ${scheme} colours.`, async ({ page, clerk }, info) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 360, height: 740 });
    const name = 'Monthly fees of the Girls Campus, all classes';
    const billing = await addBilling(clerk, { bills: 3, name });
    const remaining = await addBilling(clerk, { bills: [makeBill({ name: 'عائشہ خان' })], name: 'Van' });
    const { items } = await clerk.ask<{ items: { id: number }[] }>('GET', `/Groups/${remaining}/Contacts`);
    await clerk.ask('DELETE', `/GroupContacts/${items[0]?.id}`);
    await clerk.ask('DELETE', `/Groups/Remove?id=${billing}`);
    await page.goto('/settings?part=bin');
    await expect(page.getByText(name)).toBeVisible();
    await page.screenshot({ path: info.outputPath(`bin-${scheme}.png`), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

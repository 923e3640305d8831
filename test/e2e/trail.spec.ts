/** The trail is read where a change was made and under Settings, where it is searched, filtered and exported. */
import { commonWords } from '#shared/words/screen.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { aboutWords, trailWords } from '#shared/words/trail.ts';
import { ask, expect, password, tell, test } from './fixtures.ts';

test.use({ extraEnv: { ADMIN_PASSWORD: password, DEMO: '0' } });

type Saved = { id: number };
type Listed = { items: { id: number }[] };

test('An administrator reads who changed a bill, finds it in the trail and exports the trail.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  const group = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Fees' };
  const contacts = [{ name: 'Rabia Farooq', number: '0300-1234567', status: 'unpaid', total: 12_500 }];
  const { id: billing } = await tell<Saved>(page, 'POST', '/Groups/Save', { group, contacts });
  const { items } = await ask<Listed>(page, `/Groups/${billing}/Contacts`);
  const bill = items[0]?.id ?? 0;
  await tell(page, 'PUT', `/GroupContacts/${bill}`, { total: 13_000, dueDate: '2026-12-05' });
  await tell(page, 'POST', '/MessageTemplate', { title: 'فیس یاد دہانی', message: 'Dear {{name}}' });

  await page.goto(`/send-messages?billing=${billing}&panel=bill&member=${bill}`);
  await page.getByRole('button', { name: /^Bill of Rabia Farooq,/ }).click();
  await page.getByRole('button', { name: trailWords.showHistory }).click();
  const history = page.getByRole('region', { name: trailWords.history });
  await expect(history.getByText('12,500')).toContainText('Total');
  await expect(history.getByText('Changed a bill')).toBeVisible();
  await expect(history.getByText('Created a billing: 1 added')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('bill.png') });

  await page.goto(`/send-messages?billing=${billing}&panel=edit-billing`);
  await page.getByRole('button', { name: trailWords.showHistory }).click();
  await expect(history.getByText('Rabia Farooq')).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('link', { name: settingsWords.parts.trail }).click();
  const part = page.getByRole('region', { name: trailWords.title, exact: true });
  await expect(part.getByText('Signed in')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('trail.png'), fullPage: true });
  await part.getByRole('searchbox', { name: trailWords.search }).fill('rabia');
  await expect(part.getByText('Signed in')).toHaveCount(0);
  await expect(part.getByText('Changed a bill')).toBeVisible();
  await expect(page).toHaveURL(/q=rabia/);
  await part.getByRole('button', { name: commonWords.clearSearch }).click();
  await part.getByRole('combobox', { name: trailWords.kind }).click();
  await page.getByRole('option', { name: aboutWords.template }).click();
  await expect(part.getByText('Wrote a template')).toBeVisible();
  await expect(part.getByText('Changed a bill')).toHaveCount(0);
  await page.reload();
  await expect(part.getByText('Wrote a template')).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await coming).suggestedFilename()).toBe('Trail (templates).xlsx');
});

test('Days of the trail filter are typed day first, and an invalid day is marked.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/settings?part=trail');
  const from = page.getByRole('textbox', { name: trailWords.from });
  await from.fill('1/2/2030');
  await from.blur();
  await expect(from).toHaveValue('1 Feb 2030');
  await expect(page.getByText(trailWords.none)).toBeVisible();
  await from.fill('someday');
  await from.blur();
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await from.fill('');
  await from.blur();
  await expect(page.getByText('Signed in').first()).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const)
  for (const width of [1280, 360])
    test(`The trail fits the page in ${scheme} colours at ${width} px.`, async ({ page, signIn }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await signIn();
      await page.goto('/settings?part=trail');
      await expect(page.getByText('Signed in').first()).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('look.png'), fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    });

/** Section 9 of the specification: business constants and limits that no test of another section shows. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { addBilling, addTemplate, expect, makeBill, picture, test } from './desk.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('9 · Selectable years: 2023 to 2050', async ({ page, clerk }) => {
  await page.goto('/send-messages?panel=new-billing');
  await page.getByRole('combobox', { name: 'Year' }).click();
  const years = Array.from({ length: 28 }, (_, index) => String(2023 + index));
  await expect(page.getByRole('option')).toHaveText(years);
  const group = { id: 0, name: 'X', description: 'X', month: 1 };
  for (const year of [2022, 2051])
    expect(
      await clerk.statusOf('POST', '/Groups/Save', { group: { ...group, year }, contacts: [makeBill()] }),
    ).toBe(400);
});

test('9 · Months 1 to 12 shown as Jan to Dec', async ({ page, clerk }) => {
  const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  for (const [index, name] of names.entries())
    await addBilling(clerk, { name: `Fees of ${name}`, month: index + 1 });
  await page.goto('/send-messages');
  for (const name of names) {
    await expect(
      page.getByRole('button', { name: new RegExp(`^${name}\\s*2026\\s*Fees of ${name}`) }),
    ).toBeAttached();
  }
});

test('9 · Search on templates and groups: case-insensitive substring', async ({ page, clerk }) => {
  await addTemplate(clerk, { title: 'Yaad dehani', message: 'Fee 100% due' });
  await addTemplate(clerk, { title: 'Eid', message: 'Eid mubarak' });
  await addBilling(clerk, { name: 'Ñandú Campus 50%', month: 1 });
  await addBilling(clerk, { name: 'Boys', month: 2 });
  await page.goto('/send-messages?panel=templates');
  const templates = panel(page, 'Templates').locator('tbody').getByRole('row');
  await expect(templates).toHaveCount(2);
  for (const text of ['AAD DEH', '100% DUE']) {
    await page.getByRole('searchbox', { name: 'Search templates' }).fill(text);
    await expect(templates).toHaveText([/Yaad dehani/]);
  }
  const groups = panel(page, 'Billings').getByRole('listitem');
  for (const text of ['ñANDÚ c', '50%']) {
    await page.getByRole('searchbox', { name: 'Search billings' }).fill(text);
    await expect(groups).toHaveText([/Ñandú Campus/]);
  }
});

test('9 · Media types: images jpg, jpeg, png, webp, avif, gif, svg; video mp4', async ({ page, clerk }) => {
  const { id } = await addTemplate(clerk, { title: 'Voucher' });
  await page.goto(`/send-messages?panel=templates&template=${id}`);
  const form = panel(page, 'Edit Template');
  const file = form.locator('input[type=file]');
  await expect(file).toHaveAttribute('accept', '.jpg,.jpeg,.png,.webp,.avif,.gif,.svg,.mp4');
  await file.setInputFiles({
    ...picture,
    name: 'a.gif',
    buffer: await sharp(picture.buffer).gif().toBuffer(),
  });
  await expect(form.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();
  const box = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1');
  await file.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: box });
  await expect(form.getByRole('img', { name: 'Video', exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template updated successfully.')).toBeVisible();
  expect(await clerk.ask('GET', '/MessageTemplate')).toMatchObject([
    { media: expect.stringMatching(/^\/files\/.+\.mp4$/) },
  ]);
});

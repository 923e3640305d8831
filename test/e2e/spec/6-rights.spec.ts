/**
 * Section 6 of the specification: what each combination of rights shows and allows. `npm test` runs those with no
 * right, all rights, view and one other, or all but one.
 */
import type { Page } from '@playwright/test';
import { type Rights, rightNames } from '#shared/people/rights.ts';
import type { Db } from '../../../src/server/platform/db/store.ts';
import type { Program } from '../fixtures.ts';
import {
  addBilling,
  addTemplate,
  type Clerk,
  editOf,
  expect,
  hire,
  leaveWaiting,
  makeBill,
  openCampus,
  openFamily,
  signInAs,
  test,
} from './desk.ts';

type Combination = Pick<Rights, 'view' | 'add' | 'edit' | 'delete' | 'outbox'>;
const ofSpec = rightNames.filter((right) => right !== 'admin');
const combinations = Array.from(
  { length: 2 ** ofSpec.length },
  (_, bits) =>
    Object.fromEntries(ofSpec.map((right, index) => [right, (bits & (1 << index)) === 0])) as Combination,
);
const describeRights = (rights: Combination): string =>
  ofSpec.map((right) => (rights[right] ? right : `no ${right}`)).join(', ');

const isInProof = (rights: Combination): boolean => {
  const held = ofSpec.filter((right) => rights[right]).length;
  return held === 0 || held >= ofSpec.length - 1 || (rights.view && held <= 2);
};

type Desk = { campusID: number; billing: number };
let desk: Promise<Desk> | undefined;

/** One campus for all combinations: a billing, a template, and waiting messages. */
async function openDesk(program: Program, beside: Db): Promise<Desk> {
  const campusID = await openCampus(beside);
  const all = { view: true, add: true, edit: true, delete: true, outbox: true, admin: true };
  const clerk = await hire({ program, beside, campusID }, all);
  const bills = Array.from({ length: 110 }, (_, index) => makeBill({ name: `Pupil ${index + 1}` }));
  const billing = await addBilling(clerk, { bills });
  await addTemplate(clerk, { title: 'Fee due' });
  await leaveWaiting(clerk, billing);
  return { campusID, billing };
}

/** Edit Member is opened from the family pane by people who may edit or delete. */
async function mayEdit(page: Page, isExpected: boolean): Promise<boolean> {
  await openFamily(page, 'Pupil 1');
  if (isExpected) await expect(editOf(page).first()).toBeVisible();
  const isThere = (await editOf(page).count()) > 0;
  await page.keyboard.press('Escape');
  return isThere;
}

/** What is on the screen, in the words of the specification: on the desk and in the panels. */
async function lookAt(page: Page, { outbox, edit, delete: remove }: Combination) {
  const isThere = async (role: 'button' | 'link' | 'region', name: string | RegExp): Promise<boolean> =>
    (await page.getByRole(role, { name, exact: true }).count()) > 0;
  const main = page.getByTestId('desk-main');
  const billing = page.getByRole('button', { name: /^Nov\s*2026/ });
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await page.goto('/send-messages?panel=send');
  await expect(message).toBeVisible();
  // The number of waiting messages is loaded by its own call.
  await expect(page.getByRole('button', { name: 'Clear Outbox', exact: true })).toHaveCount(Number(outbox));
  const panel = {
    'message textarea enabled': await message.isEnabled(),
    'Send WhatsApp enabled': await page.getByRole('button', { name: /^Send WhatsApp/ }).isEnabled(),
    'Clear Outbox': await isThere('button', 'Clear Outbox'),
  };
  // The message panel covers the list.
  await page.keyboard.press('Escape');
  await expect(billing).toBeVisible();
  const list = {
    'left sidebar': await isThere('region', 'Billings'),
    'Upload badge of the billings': await isThere('button', 'Upload'),
    'new-message icon': await isThere('button', 'New message'),
    'send-message icon on a group': await isThere('button', 'Send a message to November 2026'),
    'Send New Message prompt': (await main.getByRole('button', { name: 'Send New Message' }).count()) > 0,
    'outbox icon': await isThere('link', 'Open outbox'),
    'outbox link': (await page.getByRole('navigation').locator('a[href="/outbox"]').count()) > 0,
  };
  await billing.click();
  await expect(main.getByRole('article').first()).toBeVisible();
  const opened = {
    'Upload badge of the members': await isThere('button', 'Upload'),
    'edit on a member': await mayEdit(page, edit || remove),
  };
  await main.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  const items = await page.getByRole('menuitem').allTextContents();
  const menu = {
    'Edit billing': items.includes('Edit billing'),
    'Delete billing': items.includes('Delete billing'),
    'Add members': items.includes('Add members'),
  };
  return { ...panel, ...list, ...opened, ...menu };
}

function expectedOf({ add, edit, delete: remove, outbox }: Combination) {
  const hasSidebar = add || edit || remove;
  return {
    'left sidebar': hasSidebar,
    'Upload badge of the billings': add,
    'new-message icon': add || edit,
    'send-message icon on a group': edit,
    'Send New Message prompt': add || edit,
    'outbox icon': outbox,
    'outbox link': outbox,
    'Upload badge of the members': add,
    'edit on a member': edit || remove,
    'message textarea enabled': add || edit,
    'Send WhatsApp enabled': add || edit,
    'Clear Outbox': outbox,
    'Edit billing': edit,
    'Delete billing': remove,
    'Add members': add,
  };
}

/** One call for each right. Where it is allowed, it changes nothing, because its target does not exist or is empty. */
async function proveAtDoor(clerk: Clerk, { outbox }: Combination) {
  const details = { name: 'X', description: 'X', month: 1, year: 2026 };
  return {
    view: await clerk.statusOf('GET', '/Groups'),
    add: await clerk.statusOf('POST', '/Groups/Save', { group: { id: 0, ...details }, contacts: [] }),
    edit: await clerk.statusOf('PUT', '/Groups/999999999', details),
    delete: await clerk.statusOf('DELETE', '/Groups/Remove?id=999999999'),
    outbox: await clerk.statusOf('GET', '/Outbox'),
    send: await clerk.statusOf('POST', '/Chat/SendWhatsAppGroup', { message: 'X', groupIDs: [999_999_999] }),
    // Where it is allowed, this call would clear the messages that the other tests need.
    clear: outbox ? 200 : await clerk.statusOf('POST', '/Chat/ClearOutBox'),
  };
}

function answersTo({ view, add, edit, delete: remove, outbox }: Combination) {
  const refused = 403;
  return {
    view: view ? 200 : refused,
    add: add ? 422 : refused,
    edit: edit ? 404 : refused,
    delete: remove ? 404 : refused,
    outbox: outbox ? 200 : refused,
    send: add || edit ? 404 : refused,
    clear: outbox ? 200 : refused,
  };
}

test.describe('6 · add controls the Upload badges; edit controls the send-message icon on a group and message editing; a separate global right outbox controls the outbox icon and link', () => {
  for (const rights of combinations) {
    const tag = isInProof(rights) ? [] : '@full';
    test(describeRights(rights), { tag }, async ({ page, program, beside }) => {
      desk ??= openDesk(program, beside);
      const place = await desk;
      const clerk = await hire({ program, beside, campusID: place.campusID }, rights);
      await signInAs(page, program, clerk);
      if (rights.view) expect(await lookAt(page, rights)).toEqual(expectedOf(rights));
      else {
        // The specification leaves this open: the other rights are about visible things, so without view nothing is
        // shown.
        await page.goto(`/send-messages?billing=${place.billing}&panel=send`);
        await expect(page.getByText('You do not have the right to see this campus.')).toBeVisible();
        await expect(page.getByRole('region')).toHaveCount(0);
        await expect(page.getByRole('link')).toHaveCount(0);
      }
      expect(await proveAtDoor(clerk, rights)).toEqual(answersTo(rights));
    });
  }
});

test('6 · Rights object: view, add, edit, delete; a separate global right outbox', async ({ as }) => {
  const clerk = await as({ view: true, edit: true });
  const { rights } = await clerk.ask<{ rights: object }>('GET', '/Account/Session');
  expect(rights).toMatchObject({ view: true, add: false, edit: true, delete: false, outbox: false });
});

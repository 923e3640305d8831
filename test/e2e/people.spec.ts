/** An administrator invites a clerk, who signs in with her own browser, and takes a right away from her. */
import type { Browser, Page } from '@playwright/test';
import { installationWords } from '#shared/words/installation.ts';
import { linkWords, peopleWords, roleWords } from '#shared/words/people.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { accountWords, schoolWords, settingsWords } from '#shared/words/settings.ts';
import { codeOf, stepAt } from '../../src/server/auth/two-factor/two-factor-rules.ts';
import { fromBase32 } from '../support/authenticator.ts';
import { editOf, expect, openFamily, password, tell, test } from './fixtures.ts';

test.use({ extraEnv: { ADMIN_PASSWORD: password, DEMO: '0' } });

const chosen = 'her own good password';

/** The browser of another person. */
async function openElsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  return context.newPage();
}

async function addBilling(page: Page, name: string): Promise<void> {
  const group = { id: 0, name, month: 11, year: 2026, description: 'Fees' };
  const contacts = [{ name: 'Rabia Farooq', number: '0300-1234567', status: 'unpaid', total: 100 }];
  await tell(page, 'POST', '/Groups/Save', { group, contacts });
}

async function invite(page: Page, person: { name: string; userName: string; role: string }): Promise<string> {
  await page.goto('/settings?part=people');
  await page.getByRole('button', { name: peopleWords.invite }).click();
  await page.getByRole('textbox', { name: peopleWords.name, exact: true }).fill(person.name);
  await page.getByRole('textbox', { name: peopleWords.userName }).fill(person.userName);
  await page
    .getByRole('combobox', { name: /^Role in/ })
    .first()
    .selectOption({ label: person.role });
  await page.getByRole('button', { name: peopleWords.makeLink }).click();
  const link = page.getByRole('textbox', { name: linkWords.label });
  await expect(link).toHaveValue(/\/join#[\w-]{43}$/);
  return link.inputValue();
}

async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: linkWords.join }).click();
  await expect(page.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
}

const openPerson = async (page: Page, name: string): Promise<void> => {
  await page.goto('/settings?part=people');
  await page.getByRole('button', { name: new RegExp(name) }).click();
};

test('A clerk is invited by a link, works with her rights, and loses a right while she is signed in.', {
  tag: '@proof',
}, async ({ page, browser, baseURL, signIn }) => {
  await signIn();
  await addBilling(page, 'November of all');
  await page.goto('/settings?part=people&person=new');
  // HOST is set for the tests, so Settings cannot let other computers in.
  await expect(page.getByText(linkWords.onlyHereOperator)).toBeVisible();
  await expect(page.getByRole('link', { name: installationWords.lan })).toHaveCount(0);
  const changeLan = (lan: object, more: object = {}) =>
    page.route(/\/Installation\?/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, ...more, lan: { ...answer.lan, ...lan } } });
    });
  await changeLan({ isFixed: false });
  await page.reload();
  await expect(page.getByText(linkWords.onlyHereFirst)).toBeVisible();
  const link = await invite(page, { name: 'Ayesha Khan', userName: 'ayesha', role: roleWords.reception });

  // The link only works on this computer, so it is not offered for a chat.
  await page.getByRole('textbox', { name: linkWords.number }).fill('0300-1234567');
  await expect(page.getByText(linkWords.onlyHere)).toBeVisible();
  await expect(page.getByRole('button', { name: linkWords.chat })).toBeDisabled();

  // Once other computers are let in, the link has the network address, and the administrator can send it in her own
  // chat.
  await changeLan({ now: true }, { addresses: ['http://192.168.1.4:3000'] });
  await page.getByRole('button', { name: linkWords.done }).click();
  await page.reload();
  await invite(page, { name: 'Sana Iqbal', userName: 'sana', role: roleWords.reception });
  await page.getByRole('textbox', { name: linkWords.number }).fill('0300-1234567');
  const chat = page.getByRole('link', { name: linkWords.chat });
  const address = new URL((await chat.getAttribute('href')) ?? '');
  expect(address.origin + address.pathname).toBe('https://wa.me/923001234567');
  expect(address.searchParams.get('text')).toContain('http://192.168.1.4:');
  await expect(page.getByText(linkWords.onNetwork)).toBeVisible();
  await page.getByRole('button', { name: linkWords.done }).click();
  await expect(page.getByText('ayesha', { exact: false }).first()).toBeVisible();

  const hers = await openElsewhere(browser, baseURL);
  await join(hers, link);
  const upload = hers.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeVisible();
  await hers
    .getByRole('button', { name: /November of all/ })
    .first()
    .click();
  await expect(hers.getByRole('article').first()).toBeVisible();
  await openFamily(hers, 'Rabia Farooq');
  await expect(editOf(hers)).toHaveCount(0);
  await hers.keyboard.press('Escape');

  // The add right is taken away, and her page changes without a reload.
  await openPerson(page, 'Ayesha Khan');
  await page.getByRole('checkbox', { name: 'Add' }).uncheck();
  await page.getByRole('button', { name: settingsWords.save }).click();
  await expect(page.getByText(settingsWords.saved)).toBeVisible();
  // Long before the page would ask again by itself.
  await expect(upload).toBeHidden({ timeout: 15_000 });

  // The link works once.
  const another = await openElsewhere(browser, baseURL);
  await another.goto(link);
  await expect(another.getByRole('heading', { name: linkWords.overTitle })).toBeVisible();

  // A disabled person sees the sign-in page at once and cannot sign in.
  await page.getByRole('button', { name: peopleWords.disable }).click();
  await page.getByRole('button', { name: 'Yes, disable!' }).click();
  await expect(hers.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 15_000 });
  await hers.getByLabel('User name').fill('ayesha');
  await hers.getByLabel('Password', { exact: true }).fill(chosen);
  await hers.getByRole('button', { name: 'Sign in' }).click();
  await expect(hers.getByRole('alert')).toBeVisible();
  await hers.context().close();
  await another.context().close();
});

test('A person with two campuses switches between them and sees the billings of each.', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/settings?part=school');
  await page.getByRole('button', { name: schoolWords.addCampus }).click();
  const added = page.getByRole('form', { name: schoolWords.newCampus });
  await added.getByRole('textbox', { name: schoolWords.campusName }).fill('Boys Campus');
  await added.getByRole('button', { name: settingsWords.save }).click();
  const campus = page.getByRole('button', { name: /^Campus:/ });
  await expect(campus).toHaveText('Main Campus');
  await page.goto('/send-messages');
  await addBilling(page, 'Only in the first');
  await expect(page.getByText('Only in the first').first()).toBeVisible();
  await campus.click();
  await page.getByRole('menuitem', { name: 'Boys Campus' }).click();
  await expect(campus).toHaveText('Boys Campus');
  await expect(page.getByText('No billings yet')).toBeVisible();
  await campus.click();
  await page.getByRole('menuitem', { name: 'Main Campus' }).click();
  await expect(page.getByText('Only in the first').first()).toBeVisible();
});

test('A changed password ends the sessions on other computers.', async ({
  page,
  browser,
  baseURL,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  const link = await invite(page, { name: 'Hira Malik', userName: 'hira', role: roleWords.viewer });
  const hers = await openElsewhere(browser, baseURL);
  await join(hers, link);
  const elsewhere = await openElsewhere(browser, baseURL);
  await elsewhere.goto('/');
  await elsewhere.getByLabel('User name').fill('hira');
  await elsewhere.getByLabel('Password', { exact: true }).fill(chosen);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();

  await hers.getByRole('link', { name: settingsWords.title }).click();
  await expect(hers.getByRole('link', { name: settingsWords.parts.people })).toHaveCount(0);
  await hers.getByLabel(accountWords.current).fill('not the password');
  await hers.getByLabel(accountWords.next).fill('another good password');
  await hers.getByRole('button', { name: accountWords.changePassword }).click();
  await expect(hers.getByText('This is not your current password.')).toBeVisible();
  await hers.getByRole('link', { name: settingsWords.parts['signing-in'] }).click();
  await expect(hers.getByText(accountWords.thisSession)).toBeVisible();
  await expect(hers.getByRole('button', { name: /^End the session/ })).toHaveCount(1);
  await hers.getByRole('link', { name: settingsWords.parts.account }).click();
  await hers.getByLabel(accountWords.current).fill(chosen);
  await hers.getByLabel(accountWords.next).fill('another good password');
  await hers.getByRole('button', { name: accountWords.changePassword }).click();
  await expect(hers.getByText(accountWords.passwordChanged)).toBeVisible();
  await hers.getByRole('link', { name: settingsWords.parts['signing-in'] }).click();
  await expect(hers.getByText(accountWords.thisSession)).toBeVisible();
  await expect(hers.getByRole('button', { name: /^End the session/ })).toHaveCount(0);
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(password).not.toBe(chosen);
  expect(complaintsOfPage).toEqual([]);
  await hers.context().close();
  await elsewhere.context().close();
});

test('Two-factor sign-in asks for a code of the app and accepts a recovery code.', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn();
  const link = await invite(page, {
    name: 'Sana Iqbal',
    userName: 'sana.two.factor',
    role: roleWords.accounts,
  });
  const hers = await openElsewhere(browser, baseURL);
  await join(hers, link);
  await hers.getByRole('link', { name: settingsWords.title }).click();
  await hers.getByRole('link', { name: settingsWords.parts['signing-in'] }).click();
  const part = hers.getByRole('region', { name: accountWords.twoFactor });
  await part.getByRole('button', { name: accountWords.turnOn }).click();
  await part.getByLabel(accountWords.current, { exact: true }).fill(chosen);
  await part.getByRole('button', { name: accountWords.goOn }).click();
  await expect(part.getByRole('img', { name: accountWords.scan })).toBeVisible();
  const secret = fromBase32(await part.getByRole('textbox', { name: accountWords.typeSecret }).inputValue());
  await part.getByRole('textbox', { name: accountWords.firstCode }).fill(codeOf(secret, stepAt(new Date())));
  await part.getByRole('button', { name: accountWords.turnOn }).click();
  const codes = part.getByRole('list', { name: accountWords.recoveryCodes }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await part.getByRole('button', { name: accountWords.codesSaved }).click();
  await expect(part.getByText(accountWords.isOn(10))).toBeVisible();

  await hers.getByRole('button', { name: sessionWords.account }).click();
  await hers.getByRole('menuitem', { name: sessionWords.signOut, exact: true }).click();
  await hers.getByLabel(sessionWords.userName).fill('sana.two.factor');
  await hers.getByLabel(sessionWords.password, { exact: true }).fill(chosen);
  await hers.getByRole('button', { name: sessionWords.signIn }).click();
  const code = hers.getByRole('textbox', { name: sessionWords.code });
  await expect(code).toBeFocused();
  await code.fill('000 000');
  await hers.getByRole('button', { name: sessionWords.signIn }).click();
  await expect(hers.getByRole('alert')).toBeVisible();
  await code.fill(recovery.toLowerCase());
  await hers.getByRole('button', { name: sessionWords.signIn }).click();
  await expect(hers.getByRole('link', { name: settingsWords.title })).toBeVisible();
  await hers.goto('/settings?part=signing-in');
  await expect(part.getByText(accountWords.isOn(9))).toBeVisible();
  await hers.context().close();
});

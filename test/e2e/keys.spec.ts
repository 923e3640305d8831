/** An administrator makes an API key and revokes it, and learns of wrong passwords for the own account. */
import { apiKeyWords, revokeQuestion } from '#shared/words/people.ts';
import { accountWords, guessWords, settingsWords } from '#shared/words/settings.ts';
import { ask, expect, password, test } from './fixtures.ts';

// A separate program, because it logs warnings about guesses and the shared one must log nothing.
test.use({ extraEnv: { ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' } });

test('An API key is made, shown once, used by a program and revoked.', { tag: '@proof' }, async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn();
  await page.goto('/settings?part=keys');
  await expect(page.getByText(apiKeyWords.none)).toBeVisible();
  await page.getByRole('button', { name: apiKeyWords.make }).click();
  await page.getByRole('textbox', { name: apiKeyWords.name }).fill('Parents’ portal');
  await page.getByRole('button', { name: apiKeyWords.make }).click();
  const key = await page.getByRole('textbox', { name: apiKeyWords.key }).inputValue();
  expect(key).toMatch(/^qasid_[\w-]{43}$/);
  // The example command works as shown.
  const line = await page.getByRole('textbox', { name: apiKeyWords.example }).inputValue();
  const url = /"(http[^"]+)"$/.exec(line)?.[1] ?? '';
  expect(url.startsWith(`${baseURL}/api/Groups?`)).toBe(true);
  const get = () => fetch(url, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status);
  expect(await get()).toBe(200);
  await page.getByRole('button', { name: apiKeyWords.done }).click();
  await page.reload();
  await expect(page.getByText(apiKeyWords.ending(key.slice(-4)))).toBeVisible();
  await expect(page.getByText(/last used/)).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: apiKeyWords.revokeNamed('Parents’ portal') }).click();
  await page.getByRole('button', { name: revokeQuestion.confirm }).click();
  await expect(page.getByText(apiKeyWords.none)).toBeVisible();
  expect(await get()).toBe(401);
});

test('A started key form is not left without a question, and needs at least one right.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  await page.goto('/settings?part=keys');
  await page.getByRole('button', { name: apiKeyWords.make }).click();
  await page.getByRole('textbox', { name: apiKeyWords.name }).fill('Nothing');
  await page.getByRole('checkbox', { name: 'View' }).uncheck();
  await page.getByRole('button', { name: apiKeyWords.make }).click();
  await expect(page.getByText('Give at least one right.')).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('400')]);
  await page.getByRole('link', { name: settingsWords.parts.people }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('Wrong passwords for an account are reported on every page until its owner confirms.', async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn();
  const guess = (from: string) =>
    fetch(`${baseURL}/api/Account/Login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ userName: 'admin', password: 'a guess' }),
    });
  for (let at = 1; at <= 30; at++) expect((await guess(`198.18.0.${at}`)).status).toBe(401);
  await page.goto('/outbox');
  const banner = page.getByTestId('guess-banner');
  await expect(banner).toContainText('30 wrong passwords');
  await banner.getByRole('link', { name: settingsWords.parts['signing-in'] }).click();
  await expect(page.getByText(accountWords.thisSession)).toBeVisible();
  await page.getByRole('button', { name: guessWords.seen }).click();
  await expect(banner).toBeEmpty();
  expect(await ask(page, '/Account/Guesses')).toEqual({ notice: null });
});

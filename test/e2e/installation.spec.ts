/** The computer page: letting other computers in, changing the port, restarting, and the banner about warnings. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { InstallationAnswer, InstallationWarning } from '#shared/calls/installation.ts';
import {
  firewallLines,
  installationFailures,
  installationWords,
  warningStripWords,
} from '#shared/words/installation.ts';
import { readCodes } from '../support/papers.ts';
import { expect, test } from './spec/desk.ts';

const shown: InstallationAnswer = {
  version: '0.1.0',
  mayChange: true,
  port: { now: 3000, next: 3000, isFixed: false },
  lan: { now: false, next: false, isFixed: false },
  addresses: ['http://192.168.1.20:3000', 'http://10.0.0.5:3000'],
  publicUrl: null,
  system: 'windows',
  dataDir: 'C:\\Qasid\\data',
  needsRestart: false,
  mayRestart: true,
};

/** Answers as a Windows computer; port 8081 is taken there. */
async function answerInstallation(page: Page, change: Partial<InstallationAnswer> = {}) {
  let now = { ...shown, ...change };
  await page.route('**/api/Installation/Restart?*', (route) => {
    now = {
      ...now,
      port: { ...now.port, now: now.port.next },
      lan: { ...now.lan, now: now.lan.next },
      needsRestart: false,
    };
    return route.fulfill({ status: 204 });
  });
  await page.route('**/api/Installation?*', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: now });
    const { port = now.port.next, lan = now.lan.next } = route.request().postDataJSON();
    if (port === 8081) {
      const message = installationFailures.taken(port);
      const body = { code: 'invalid', message, issues: [{ path: 'port', message }] };
      return route.fulfill({ status: 422, json: body });
    }
    now = {
      ...now,
      port: { ...now.port, next: port },
      lan: { ...now.lan, next: lan },
      needsRestart: true,
    };
    return route.fulfill({ json: now });
  });
}

const warn = (page: Page, list: InstallationWarning[]) =>
  page.route('**/api/Installation/Warnings?*', (route) => route.fulfill({ json: { list } }));

test('The settings page allows access from other computers, shows how to connect and restarts Qasid.', {
  tag: '@proof',
}, async ({ page, clerk: _clerk }) => {
  await answerInstallation(page);
  await page.goto('/settings/computer');
  const part = page.getByRole('region', { name: installationWords.lan });
  await expect(part).toContainText(installationWords.lanOff);
  await part.getByRole('switch').check();
  await expect(part.getByRole('link', { name: 'http://192.168.1.20:3000' })).toBeVisible();
  const code = part.getByRole('img', { name: installationWords.scan });
  const { data: grey, info } = await sharp(await code.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(await readCodes({ ...info, grey })).toEqual(['QRCode http://192.168.1.20:3000']);
  await expect(part.getByLabel(installationWords.commandPrompt)).toHaveValue(
    firewallLines.commandPrompt(3000),
  );
  await expect(part.getByLabel(installationWords.powerShell)).toHaveValue(firewallLines.powerShell(3000));
  await page.getByRole('button', { name: installationWords.restartNow }).click();
  await expect(page.getByText(installationWords.restarted)).toBeVisible();
  await expect(page.getByRole('button', { name: installationWords.restartNow })).toHaveCount(0);
});

test('A port that is taken is refused at its field, and a free one leads to its new address.', async ({
  page,
  clerk: _clerk,
  complaintsOfPage,
}) => {
  await answerInstallation(page);
  await page.goto('/settings/computer');
  const part = page.getByRole('form', { name: installationWords.port });
  await part.getByLabel(installationWords.port).fill('8081');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part).toContainText(installationFailures.taken(8081));
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('422')]);
  await part.getByLabel(installationWords.port).fill('8080');
  await part.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: installationWords.restartNow }).click();
  await expect(page.getByRole('link', { name: /:8080$/ })).toBeVisible();
});

test('Settings from the environment are shown as fixed, and computer settings are hidden with several schools.', async ({
  page,
  clerk: _clerk,
}) => {
  await answerInstallation(page, {
    port: { now: 80, next: 80, isFixed: true },
    lan: { now: true, next: true, isFixed: true },
  });
  await page.goto('/settings/computer');
  await expect(page.getByText(installationWords.portFixed)).toBeVisible();
  await expect(page.getByText(installationWords.lanFixed)).toBeVisible();
  await expect(page.getByRole('switch')).toBeDisabled();
  await answerInstallation(page, { mayChange: false });
  await page.reload();
  await expect(page.getByText(installationWords.operator)).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
});

test('A banner on every page shows warnings of the computer and links to their page.', async ({
  page,
  clerk: _clerk,
}) => {
  await answerInstallation(page);
  await warn(page, [
    { code: 'lowSpace', free: 700 * 1024 ** 2 },
    { code: 'clockWrong', shows: '2010-01-01T00:00:00.000Z', is: '2026-11-05T05:02:00.000Z' },
    { code: 'syncedFolder', name: 'OneDrive' },
  ]);
  await page.goto('/outbox');
  const strip = page.getByTestId('warning-strip');
  await expect(strip).toContainText('it shows 1 Jan 2010, 05:00, but it is 5 Nov 2026, 10:02');
  await strip.getByRole('link', { name: warningStripWords.toPage }).click();
  await expect(page.getByRole('region', { name: installationWords.warnings })).toContainText('OneDrive');
  await expect(strip).toHaveCount(0);
});

test('The computer page opens with the real answers of the server.', async ({ page, clerk: _clerk }) => {
  await page.goto('/settings/computer');
  await expect(page.getByRole('heading', { name: installationWords.title })).toBeVisible();
});

test('A link beside the version opens the licences of the software in Qasid.', async ({
  page,
  clerk: _clerk,
}) => {
  await answerInstallation(page);
  await page.goto('/settings/computer');
  const link = page.getByRole('link', { name: installationWords.notices });
  const opened = page.context().waitForEvent('page');
  await link.click();
  const notices = await opened;
  await expect(notices.locator('body')).toContainText('react (MIT)');
});

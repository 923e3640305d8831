/**
 * A secret belongs to the app or gateway for which it was entered. If the app or gateway changes, the stored secret is
 * wrong and must not be sent to the new one. A secret that is not listed here (the access token)
 * stays until the provider changes.
 */
const boundTo: Readonly<Record<string, string>> = { appSecret: 'appID', apiKey: 'url', hookKey: 'url' };

/** Whether a secret stored with the old settings is still valid with the new ones. */
export function isStillValid(
  secret: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): boolean {
  const setting = boundTo[secret];
  return setting === undefined || before[setting] === after[setting];
}

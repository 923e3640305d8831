/**
 * A secret belongs to what it was given for: of another app or another gateway it is wrong, and a gateway's key is
 * handed to nobody else. The rest stays what it was while the way stays.
 */
const boundTo: Readonly<Record<string, string>> = { appSecret: 'appID', apiKey: 'url', hookKey: 'url' };

/** Whether a secret that was kept with the one settings still holds with the others. */
export function isStillKept(
  secret: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): boolean {
  const setting = boundTo[secret];
  return setting === undefined || before[setting] === after[setting];
}

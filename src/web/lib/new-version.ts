/** A page that was open during an update requests parts that no longer exist. Reloading the page loads the new ones. */
const key = 'qasid.reloaded';
const aMinute = 60_000;

/** Reloads at most once a minute, or an unreachable server would make the page reload endlessly. */
export const mayReload = (last: string | null, now: number): boolean => now - Number(last ?? 0) > aMinute;

/** `startPage` is the HTML that the server sends now. Another build has an entry script with another name. */
export const isOutdated = (startPage: string, entryScript: string): boolean =>
  !startPage.includes(`"${entryScript}"`);

/** A server that is unreachable or not ready has no new version. */
async function hasNewVersion(): Promise<boolean> {
  const entryScript = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const startPage = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  return Boolean(entryScript && startPage && isOutdated(startPage, entryScript));
}

async function reload(before: () => Promise<void>): Promise<void> {
  // An unnecessary reload would lose typed text. A part whose download was only interrupted loads on the next request.
  if (!mayReload(sessionStorage.getItem(key), Date.now()) || !(await hasNewVersion())) return;
  sessionStorage.setItem(key, String(Date.now()));
  await before().catch(() => {});
  window.location.reload();
}

/** `before` removes what would bring the old page back. */
export function reloadWhenOutdated(before: () => Promise<void>): void {
  window.addEventListener('vite:preloadError', () => void reload(before));
}

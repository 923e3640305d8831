/**
 * A page that was open during an update requests files that no longer exist. Reloading the page loads the new files.
 */
const key = 'qasid.reloaded';
const aMinute = 60_000;

/** Whether the page may reload: at most once a minute, so that a broken server cannot make it reload endlessly. */
export const mayReload = (last: string | null, now: number): boolean => now - Number(last ?? 0) > aMinute;

/** `startPage` is the HTML that the server sends now. Another build has an entry script with another name. */
export const isOutdated = (startPage: string, entryScript: string): boolean =>
  !startPage.includes(`"${entryScript}"`);

/** Whether the server has a new version. False if the server is unreachable or not ready. */
async function hasNewVersion(): Promise<boolean> {
  const entryScript = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const startPage = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  return Boolean(entryScript && startPage && isOutdated(startPage, entryScript));
}

async function reload(before: () => Promise<void>): Promise<void> {
  // Reload only for a new version, because a reload loses typed text. A file whose download was only interrupted is
  // requested again later.
  if (!mayReload(sessionStorage.getItem(key), Date.now()) || !(await hasNewVersion())) return;
  sessionStorage.setItem(key, String(Date.now()));
  await before().catch(() => {});
  window.location.reload();
}

/** `before` runs before the reload. It removes the cached files, which would bring the old page back. */
export function reloadWhenOutdated(before: () => Promise<void>): void {
  window.addEventListener('vite:preloadError', () => void reload(before));
}

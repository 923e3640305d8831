/** A page that was open while Qasid was updated asks for parts that are gone; loading it anew brings the new ones. */
const key = 'qasid.reloaded';
const aMinute = 60_000;

/** Once a minute at most, or a computer that cannot be reached would make the page flicker. */
export const mayReload = (last: string | null, now: number): boolean => now - Number(last ?? 0) > aMinute;

/** `startPage` is the page's HTML as the server sends it now: a build that differs has an entry script of another name. */
export const isOutdated = (startPage: string, entryScript: string): boolean =>
  !startPage.includes(`"${entryScript}"`);

/** A server that is not reached, or not ready, is no newer one. */
async function hasNewVersion(): Promise<boolean> {
  const entryScript = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const startPage = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  return Boolean(entryScript && startPage && isOutdated(startPage, entryScript));
}

async function reload(before: () => Promise<void>): Promise<void> {
  // A page that is loaded anew for nothing loses what was typed: a part that was only cut off comes when it is asked for again.
  if (!mayReload(sessionStorage.getItem(key), Date.now()) || !(await hasNewVersion())) return;
  sessionStorage.setItem(key, String(Date.now()));
  await before().catch(() => {});
  window.location.reload();
}

/** `before`: what would bring the old page back is taken away first. */
export function reloadWhenOutdated(before: () => Promise<void>): void {
  window.addEventListener('vite:preloadError', () => void reload(before));
}

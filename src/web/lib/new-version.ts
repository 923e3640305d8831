/** A page that was open while Qasid was updated asks for parts that are gone; loading it anew brings the new ones. */

const key = 'qasid.reloaded';
const aMinute = 60_000;

/** Once a minute at most, or a computer that cannot be reached would make the page flicker. */
export const mayReload = (last: string | null, now: number): boolean => now - Number(last ?? 0) > aMinute;

export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!mayReload(sessionStorage.getItem(key), Date.now())) return;
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}

/** A page that was open while Qasid was updated asks for parts that are gone; loading it anew brings the new ones. */
import { isServerReachable } from './server-reachability.ts';

const key = 'qasid.reloaded';
const aMinute = 60_000;

/** Once a minute at most, or a computer that cannot be reached would make the page flicker. */
export const mayReload = (last: string | null, now: number): boolean => now - Number(last ?? 0) > aMinute;

async function reload(): Promise<void> {
  // A page that is loaded anew while nothing can be reached is gone, and with it what was typed.
  if (!mayReload(sessionStorage.getItem(key), Date.now()) || !(await isServerReachable())) return;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
}

export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => void reload());
}

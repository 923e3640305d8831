/**
 * Runs work only while the page is visible, because a stream uses one of the few connections that a browser allows per
 * host.
 */

/** Milliseconds. A shorter look at another tab stops nothing. */
const quickLook = 2000;

/** Calls `begin` whenever the page becomes visible, and the function it returned when the page is left or hidden. */
export function whileInSight(begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const leave = (): void => {
    clearTimeout(leaving);
    end?.();
    end = undefined;
  };
  const look = (): void => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') end ??= begin();
    else leaving = setTimeout(leave, quickLook);
  };
  document.addEventListener('visibilitychange', look);
  // The browser may keep a page that is left (bfcache) and show it again as it was.
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', look);
    leave();
  };
}

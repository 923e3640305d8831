/** While a page is in sight: what costs one of the few connections a browser has for a host ends with that. */

/** Milliseconds: whoever looks at another tab for a moment leaves nothing. */
const quickLook = 2000;

/** Begins with `begin` whenever the page comes into sight, and ends what it answered when it is left or hidden. */
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
  // A page that is left may be kept, to be shown again as it was.
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

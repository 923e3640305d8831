/**
 * Server reachability: whether Qasid answers. The browser's online state does not tell, because Qasid may run on this
 * computer, which then needs no network.
 */
const watchers = new Set<() => void>();

async function askServer(): Promise<boolean> {
  const isThere = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) for (const watcher of watchers) watcher();
  return isThere;
}

let asking: Promise<boolean> | undefined;

/** Whether Qasid answers. Callers at the same time share one request. */
export function isServerReachable(): Promise<boolean> {
  asking ??= askServer().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Calls `act` each time a check finds Qasid unreachable. Returns a function that stops this. */
export function onServerUnreachable(act: () => void): () => void {
  watchers.add(act);
  return () => watchers.delete(act);
}

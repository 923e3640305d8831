/**
 * Server reachability: whether Qasid answers. The browser's online state is not enough, because Qasid may run on this
 * computer without any network.
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

/** Concurrent callers get the same answer. */
export function isServerReachable(): Promise<boolean> {
  asking ??= askServer().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Calls back each time Qasid was found unreachable. Returns a function that stops it. */
export function onServerUnreachable(act: () => void): () => void {
  watchers.add(act);
  return () => watchers.delete(act);
}

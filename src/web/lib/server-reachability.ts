/** Server reachability: whether Qasid answers. The browser's own word is not enough: without any network it is still there on this computer. */
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

/** Several that ask at the same time get the same answer. */
export function isServerReachable(): Promise<boolean> {
  asking ??= askServer().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Calls back each time that Qasid was asked and not reached; answers how to end it. */
export function onServerUnreachable(act: () => void): () => void {
  watchers.add(act);
  return () => watchers.delete(act);
}

/** Whether Qasid answers. The browser's own word is not enough: without any network it is still there on this computer. */
export const isReached = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Tells when a customer service window is open. The provider sets its length, 24 hours or less (`windowHours` in
 * whatsapp/cloud/provider.ts). Pure: the clock is a parameter.
 */

const hour = 3_600_000;

/**
 * WhatsApp reports whole seconds. A message that arrived in the same second, but after this instant, may therefore have
 * an earlier time.
 */
const justBefore = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / 1000) * 1000 - 1).toISOString();

/**
 * Returns an instant as ISO text. If a parent wrote after it, the window is open at `at`. A message to an earlier
 * number, before this one was connected, opens no window.
 */
export function opensAfter({
  hours,
  at,
  connectedAt,
}: {
  hours: number;
  at: Date;
  connectedAt: string | null;
}): string {
  const earliest = new Date(at.getTime() - hours * hour).toISOString();
  const connected = connectedAt ? justBefore(connectedAt) : '';
  return connected > earliest ? connected : earliest;
}

/** Returns when the window closes, if a message at `wroteAt` opened it. Both are ISO text. */
export const closesAt = (wroteAt: string, hours: number): string =>
  new Date(Date.parse(wroteAt) + hours * hour).toISOString();

/** Returns the times between which a message opened a window that closes in less than `soon` hours. */
export function closingBetween(window: {
  hours: number;
  soon: number;
  at: Date;
  connectedAt: string | null;
}): { after: string; until: string } {
  const { hours, soon, at } = window;
  const until = new Date(at.getTime() - (hours - soon) * hour).toISOString();
  return { after: opensAfter(window), until };
}

/**
 * When a customer service window is open. How many hours it lasts, 24 or less, the provider says (`windowHours` in
 * whatsapp/cloud/provider.ts). Pure: the clock is given.
 */

const hour = 3_600_000;

/** WhatsApp tells whole seconds: what was written in the second of this instant stands at its beginning. */
const justBefore = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / 1000) * 1000 - 1).toISOString();

/**
 * A message that a parent wrote after this instant (ISO text) has her window open at `at`. What was written to another
 * number, before this one was connected, opens nothing.
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

/** When the window closes that a message of this instant opened, both as ISO text. */
export const closesAt = (wroteAt: string, hours: number): string =>
  new Date(Date.parse(wroteAt) + hours * hour).toISOString();

/** When what opened a window was written that closes in less than `soon` hours: after the one instant, until the other. */
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

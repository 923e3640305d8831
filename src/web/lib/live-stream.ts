/** One stream of live events, from its opening until it breaks off or falls silent. */
import type { Session } from '#shared/calls/account.ts';
import type { LiveEvent } from '#shared/calls/live.ts';

/** The server sends a sign of life every 25 seconds. A server without power cannot close the stream. */
const silentAfter = 60_000;

export type StreamListener = {
  onOpen: () => void;
  /** A chunk arrived, at least a sign of life. */
  onHeard: () => void;
  onEvent: (event: LiveEvent) => void;
  /**
   * The stream broke off or fell silent. `status` is the status of a refusal. `isOver`: it does not reconnect by
   * itself.
   */
  onLost: (lost: { status: number | undefined; isOver: boolean }) => void;
};

function readEvent(data: string): LiveEvent | null {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return null;
  }
}

type StreamCallbacks = { onSilence: () => void; onHeard: () => void };

/** Watchdog: passes the chunks on and calls `onSilence` when none has come for too long. */
export function listening(body: ReadableStream<Uint8Array> | null, { onSilence, onHeard }: StreamCallbacks) {
  let timer = setTimeout(onSilence, silentAfter);
  const end = (): void => clearTimeout(timer);
  const transform = (chunk: Uint8Array, passed: TransformStreamDefaultController<Uint8Array>): void => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, silentAfter);
    onHeard();
    passed.enqueue(chunk);
  };
  return { end, body: body?.pipeThrough(new TransformStream({ transform, flush: end })) ?? null };
}

/**
 * `ago`: milliseconds before the opening whose events the server repeats. Returns a function that closes the stream.
 */
export async function openStream(
  session: Session,
  ago: () => number,
  { onOpen, onHeard, onEvent, onLost }: StreamListener,
): Promise<() => void> {
  const { EventSource } = await import('eventsource');
  const query = new URLSearchParams({ db: session.db, cID: String(session.cId) });
  let stopListening = (): void => {};
  const close = (): void => {
    stopListening();
    source.close();
  };
  const onSilence = (): void => {
    close();
    onLost({ status: undefined, isOver: true });
  };
  const source = new EventSource(`/api/Live?${query}`, {
    fetch: async (address, init) => {
      const headers = { ...init.headers, Authorization: `Bearer ${session.token}` };
      const url = new URL(address);
      url.searchParams.set('ago', String(ago()));
      const response = await fetch(url, { ...init, headers });
      stopListening();
      const { body, end } = listening(response.body, { onSilence, onHeard });
      stopListening = end;
      const { status, redirected, headers: answered } = response;
      return { url: response.url, status, redirected, headers: answered, body };
    },
  });
  source.onopen = onOpen;
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const event = readEvent(data);
    if (event) onEvent(event);
  };
  // A refused stream does not reconnect by itself, unlike one that broke off.
  source.onerror = ({ code }) => onLost({ status: code, isOver: source.readyState === EventSource.CLOSED });
  return close;
}

/** Milliseconds. A shorter look at another tab stops nothing. */
const quickLook = 2000;

/**
 * Calls `begin` whenever the page becomes visible, and the function it returned when the page is left or hidden. A stream
 * uses one of the few connections that a browser allows per host.
 */
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

/** One stream of live events, from its opening until it breaks or stays silent for too long. */
import type { Session } from '#shared/calls/account.ts';
import type { LiveEvent } from '#shared/calls/live.ts';

/**
 * Milliseconds. The server sends a heartbeat every 25 seconds. A server that lost its power cannot close the stream, so
 * only the silence shows it.
 */
const silentAfter = 60_000;

export type StreamListener = {
  onOpen: () => void;
  /** A chunk arrived: an event or a heartbeat. */
  onChunk: () => void;
  onEvent: (event: LiveEvent) => void;
  /**
   * The stream broke or stayed silent. `status`: the HTTP status if the server refused the stream. `isOver`: the stream
   * does not reconnect by itself.
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

type StreamCallbacks = { onSilence: () => void; onChunk: () => void };

/** Watchdog: passes the chunks on, and calls `onSilence` if no chunk arrives for `silentAfter`. */
export function listening(body: ReadableStream<Uint8Array> | null, { onSilence, onChunk }: StreamCallbacks) {
  let timer = setTimeout(onSilence, silentAfter);
  const end = (): void => clearTimeout(timer);
  const transform = (chunk: Uint8Array, passed: TransformStreamDefaultController<Uint8Array>): void => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, silentAfter);
    onChunk();
    passed.enqueue(chunk);
  };
  return { end, body: body?.pipeThrough(new TransformStream({ transform, flush: end })) ?? null };
}

/**
 * Opens a stream. `ago`: the server repeats the events of this many milliseconds before the opening. Returns a function
 * that closes the stream.
 */
export async function openStream(
  session: Session,
  ago: () => number,
  { onOpen, onChunk, onEvent, onLost }: StreamListener,
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
      const { body, end } = listening(response.body, { onSilence, onChunk });
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
  // EventSource reconnects a broken stream by itself, but not a refused stream.
  source.onerror = ({ code }) => onLost({ status: code, isOver: source.readyState === EventSource.CLOSED });
  return close;
}

/** Milliseconds. If the page is hidden for a shorter time, the stream stays open. */
const closeAfterHidden = 2000;

/**
 * Calls `begin` when the page becomes visible, and the function that `begin` returned when the page is left or hidden.
 * A hidden page needs no stream, and a browser allows only a few connections per host.
 */
export function whileVisible(begin: () => () => void): () => void {
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
    else leaving = setTimeout(leave, closeAfterHidden);
  };
  document.addEventListener('visibilitychange', look);
  // The browser may keep a page that was left (bfcache) and later show it again without loading it.
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

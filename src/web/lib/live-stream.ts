/** One stream of live events, from its opening until it breaks off or falls silent. */
import type { Session } from '#shared/calls/account.ts';
import type { LiveEvent } from '#shared/calls/live.ts';

/** The server says every 25 seconds that it is still there; one that lost its power cannot say that it is gone. */
const silentAfter = 60_000;

export type Heard = {
  onOpen: () => void;
  /** Something came, if only that the server is still there. */
  onHeard: () => void;
  onEvent: (event: LiveEvent) => void;
  /** It broke off or fell silent. `status` is that of a refusal; `isOver`: it does not come back by itself. */
  onLost: (lost: { status: number | undefined; isOver: boolean }) => void;
};

function readEvent(data: string): LiveEvent | null {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return null;
  }
}

type Ears = { onSilence: () => void; onHeard: () => void };

/** Watchdog: passes on what comes, and calls `onSilence` when nothing has come for too long. */
export function listening(body: ReadableStream<Uint8Array> | null, { onSilence, onHeard }: Ears) {
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

/** `ago`: of the last so many milliseconds it is told what happened, as it is opened. Answers how to close it. */
export async function openStream(
  session: Session,
  ago: () => number,
  { onOpen, onHeard, onEvent, onLost }: Heard,
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
  // A refused stream does not come back by itself, as one that merely broke off does.
  source.onerror = ({ code }) => onLost({ status: code, isOver: source.readyState === EventSource.CLOSED });
  return close;
}

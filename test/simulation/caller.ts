/** Calls of the API: by whom, and in which campus of which school. */
import type { Call } from '#shared/call.ts';
import type { Answer } from './life.ts';
import type { World } from './world.ts';

export type Given = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/**
 * `name` is for the diary. `token` is undefined when nobody is signed in. `place` is what the call says about its
 * place.
 */
export type Caller = { name: string; token: string | undefined; place: { db: string; campusID: number } };
/** The clerk of this world in her own campus. */
export const clerkOf = ({ token, place }: World): Caller => ({ name: 'clerk', token, place });
type Endpoint = Pick<Call, 'method' | 'path'>;

/** The path below `/api`, with its ids filled in. */
export const pathOf = ({ path }: Endpoint, { params = {} }: Given): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => String(params[name]));

/** Passwords are hashed outside the world's time, so these calls stop that time. */
const slow = /^\/(Account|People)\b/;

/** Undefined when the call got no answer. An internal error of the program breaks a rule. */
export async function callAs(
  world: World,
  { name, token, place }: Caller,
  call: Endpoint,
  given: Given = {},
): Promise<Answer | undefined> {
  const { query = {}, body } = given;
  const path = pathOf(call, given);
  const search = new URLSearchParams(
    Object.entries({ db: place.db, cID: place.campusID, ...query }).map(([key, value]): [string, string] => [
      key,
      String(value),
    ]),
  );
  const isSlow = slow.test(path);
  // The call runs alone. Calls that began with it would advance with real time, which differs from run to run.
  if (isSlow) await world.wait(0);
  const { book } = world;
  if (isSlow) book.visits += 1;
  // On PostgreSQL a call may wait for something that only the world's time can end.
  const release = isSlow && !world.isOnPostgres ? world.timeline.hold() : undefined;
  const answer = await world.computer.ask({
    method: call.method,
    url: `/api${path}?${search}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      // The program counts sign-ins of an address by the computer's own clock and not by the world's, so each gets its
      // own.
      ...(isSlow ? { 'x-forwarded-for': `10.0.${book.visits >> 8}.${book.visits & 255}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  release?.();
  const details = (answer?.status ?? 0) >= 400 ? ` ${JSON.stringify(answer?.body).slice(0, 200)}` : '';
  world.note(`${name}: ${call.method} ${path} -> ${answer?.status ?? 'nobody'}${details}`);
  if (!answer) return undefined;
  // A 503 `unavailable` says that WhatsApp cannot be reached, which is no fault.
  const isUnavailable = answer.status === 503 && (answer.body as { code?: string }).code === 'unavailable';
  if (answer.status >= 500 && !isUnavailable && !world.computer.isFull())
    world.broken(
      'no call fails',
      `${call.method} ${path}: ${JSON.stringify(answer.body)} for ${JSON.stringify(body)}`,
    );
  return answer;
}

/** Whether the call was done, was refused, or nobody knows. */
export const outcomeOf = (answer: Answer | undefined): 'done' | 'refused' | 'unknown' =>
  !answer || answer.status >= 500 ? 'unknown' : answer.status < 300 ? 'done' : 'refused';

/** The body of a call that is known to be done. */
export const bodyOf = <T>(answer: Answer | undefined): T => answer?.body as T;

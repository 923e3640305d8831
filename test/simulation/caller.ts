/** Calls of the API as somebody makes them: by whom, in which campus of which school. */
import type { Call } from '#shared/call.ts';
import type { Answer } from './life.ts';
import type { World } from './world.ts';

export type Given = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** `name` stands in the diary; `token`: none where nobody is signed in; `place`: what the call says of where it is. */
export type Caller = { name: string; token: string | undefined; place: { db: string; campusID: number } };
/** The clerk of this world, in her own campus. */
export const clerkOf = ({ token, place }: World): Caller => ({ name: 'clerk', token, place });
type Asked = Pick<Call, 'method' | 'path'>;

/** Below `/api`, with the ids in it. */
export const pathOf = ({ path }: Asked, { params = {} }: Given): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => String(params[name]));

/** Passwords are hashed and looked up outside the world's time, which waits for them. */
const slow = /^\/(Account|People)\b/;

/** Undefined where nobody answered. An error of the program's own breaks a rule. */
export async function callAs(
  world: World,
  { name, token, place }: Caller,
  call: Asked,
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
  // By itself: what else began with it would be as far as real time has let it come.
  if (isSlow) await world.wait(0);
  const { book } = world;
  if (isSlow) book.visits += 1;
  // Beside a PostgreSQL a call may wait for what only time can end.
  const release = isSlow && !world.isOnPostgres ? world.timeline.hold() : undefined;
  const answer = await world.computer.ask({
    method: call.method,
    url: `/api${path}?${search}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      // Sign-ins of one address are counted by the computer's own clock, which is not the world's.
      ...(isSlow ? { 'x-forwarded-for': `10.0.${book.visits >> 8}.${book.visits & 255}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  release?.();
  const said = (answer?.status ?? 0) >= 400 ? ` ${JSON.stringify(answer?.body).slice(0, 200)}` : '';
  world.note(`${name}: ${call.method} ${path} -> ${answer?.status ?? 'nobody'}${said}`);
  if (!answer) return undefined;
  // That WhatsApp cannot be asked now is said on purpose.
  const isSaid = answer.status === 503 && (answer.body as { code?: string }).code === 'unavailable';
  if (answer.status >= 500 && !isSaid && !world.computer.isFull())
    world.broken(
      'no call fails',
      `${call.method} ${path}: ${JSON.stringify(answer.body)} for ${JSON.stringify(body)}`,
    );
  return answer;
}

/** Whether it is done, is not, or nobody knows. */
export const outcomeOf = (answer: Answer | undefined): 'done' | 'refused' | 'unknown' =>
  !answer || answer.status >= 500 ? 'unknown' : answer.status < 300 ? 'done' : 'refused';

/** What was answered by a call that is known to be done. */
export const bodyOf = <T>(answer: Answer | undefined): T => answer?.body as T;

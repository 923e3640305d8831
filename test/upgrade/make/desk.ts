/**
 * Tells a program its story. It uses only URLs of the API, because programs of several versions read it, and inserts
 * rows where no call exists.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../../src/server/platform/db/store.ts';
import { asLines, type World } from '../../support/world.ts';

export type Clock = { now: Date };
export const pass = (clock: Clock, minutes: number): void => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape, of several versions.
export type Body = any;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The API of a campus as one of its users calls it. A failed call is a fault of the story. */
export function deskOf(world: Pick<World, 'call'>, place: { db: string; cID: number; token: string }) {
  const { token, ...of } = place;
  const ask = async (method: Method, path: string, request: object = {}): Promise<Body> => {
    const { query, ...rest } = request as { query?: object };
    const answered = await world.call({ method, path }, { token, query: { ...of, ...query }, ...rest });
    if (answered.status > 299)
      throw new Error(
        `${method} ${path}: ${answered.status} ${JSON.stringify(answered.body).slice(0, 2000)}`,
      );
    return answered.body;
  };
  return {
    cID: of.cID,
    /** Returns the status of a call that may be refused. */
    try: async (method: Method, path: string, body?: unknown, query: object = {}) =>
      world.call(
        { method, path },
        { token, query: { ...of, ...query }, ...(body === undefined ? {} : { body }) },
      ),
    get: (path: string, query: object = {}) => ask('GET', path, { query }),
    post: (path: string, body: object = {}) => ask('POST', path, { body }),
    put: (path: string, body: object) => ask('PUT', path, { body }),
    remove: (path: string, query: object = {}) => ask('DELETE', path, { query }),
    /** Sends a file as the page does. */
    import: (path: string, head: object, rows: readonly object[]) => ask('POST', path, asLines(head, rows)),
  };
}
export type Desk = ReturnType<typeof deskOf>;

export async function insert(db: Db, table: string, ...rows: object[]): Promise<number[]> {
  const ids: number[] = [];
  for (const row of rows) {
    const made = await db
      .insertInto(table as never)
      .values(row as never)
      .returningAll()
      .executeTakeFirstOrThrow();
    ids.push(Number((made as { id?: unknown }).id));
  }
  return ids;
}

export const fileOf = (name: string) => ({ name, sha256: createHash('sha256').update(name).digest('hex') });

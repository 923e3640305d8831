/** Sign-in tries counted in the database: for every process on it alike, and over a restart. */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Deps } from '../deps.ts';
import { countTry } from './queries.ts';

/** The store of @fastify/rate-limit: what it calls `incr` is one try of whoever the key names, in milliseconds. */
export function createTriesStore({ store, now }: Deps): FastifyRateLimitStoreCtor {
  return class Tries implements FastifyRateLimitStore {
    incr(...[key, done, window]: Parameters<FastifyRateLimitStore['incr']>): void {
      const at = now();
      countTry(store.db, key, { at, window }).then(
        ({ tries, until }) => done(null, { current: tries, ttl: Date.parse(until) - at.getTime() }),
        (error: Error) => done(error),
      );
    }

    /** Each limit has keys of its own. */
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

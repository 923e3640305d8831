/** Counts sign-in tries in the database, so that all processes share the count and a restart keeps it. */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Deps } from '../deps.ts';
import { countTry } from './auth-queries.ts';

/** A store for @fastify/rate-limit. `incr` counts one try of the key in a window given in milliseconds. */
export function createTriesStore({ store, now }: Deps): FastifyRateLimitStoreCtor {
  return class Tries implements FastifyRateLimitStore {
    incr(...[key, done, window]: Parameters<FastifyRateLimitStore['incr']>): void {
      const at = now();
      countTry(store.db, key, { at, window }).then(
        ({ tries, until }) => done(null, { current: tries, ttl: Date.parse(until) - at.getTime() }),
        (error: Error) => done(error),
      );
    }

    /** All limits share this store, because their keys differ. */
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

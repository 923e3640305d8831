/** What the rooms are given from outside: everything a test may want to replace, and nothing else. */
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from './bus.ts';
import type { Config } from './config.ts';
import type { Store } from './db/store.ts';
import type { Runtime } from './runtime.ts';
import type { Providers } from './whatsapp/port.ts';

/** Whether new requests may still be sent here. */
export type Readiness = {
  /** Told each time somebody asks; false while it drains. */
  ask: () => boolean;
  /** Ends when whoever shares out requests has had the time to learn that none are to come here any more. */
  drain: () => Promise<void>;
};

/** Seals secrets, so that whoever reads the database or a backup of it does not have them. */
export type Vault = {
  seal: (text: string) => string;
  /** Undefined where it was sealed with another key, or changed. */
  open: (sealed: string) => string | undefined;
};

/**
 * Draws a picture anew, so that nothing but the picture is left of what came: each in a process of its own, one at a
 * time of a campus.
 */
export type Redraw = (
  bytes: Buffer,
  campusID: number,
) => Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }>;

/** The loops beside the web: each looks for its own kind of work. */
export type WorkerName = 'sending' | 'receipts' | 'webhooks' | 'media' | 'approvals';

export type Deps = {
  config: Config;
  runtime: Runtime;
  store: Store;
  bus: Bus;
  providers: Providers;
  vault: Vault;
  redraw: Redraw;
  /** That of `runtime`. */
  now: () => Date;
  /** Lines for whoever runs the program; see log/ for what is never in them. */
  log: FastifyBaseLogger;
  /** Tells this worker, in every process on the store, that there is work; a hint, it also looks by itself. */
  wake: (worker: WorkerName) => void;
  readiness: Readiness;
};

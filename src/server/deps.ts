/** What the rooms are given from outside: everything a test may want to replace, and nothing else. */
import type { Config } from './config.ts';
import type { Store } from './db/store.ts';
import type { Bus } from './live/bus.ts';
import type { Providers } from './whatsapp/port.ts';

export type Deps = {
  config: Config;
  store: Store;
  bus: Bus;
  providers: Providers;
  now: () => Date;
  /** Tells the outbox that there is work; a hint, it also looks by itself. */
  wake: () => void;
};

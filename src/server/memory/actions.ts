import type { Db } from '../db/store.ts';
import type { Memory } from '../whatsapp/port.ts';
import { findMemory, forgetMemory, keepMemory } from './queries.ts';

export const createMemory = (db: Db, now: () => Date): Memory => ({
  find: (senderID, name) => findMemory(db, { senderID, name, now: now().toISOString() }),
  keep: (senderID, name, { value, expiresAt }) =>
    keepMemory(db, { senderID, name, value, expiresAt: expiresAt.toISOString() }),
  forget: (senderID, name) => forgetMemory(db, senderID, name),
});

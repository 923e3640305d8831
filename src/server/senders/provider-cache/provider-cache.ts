import type { Db } from '../../platform/db/store.ts';
import type { ProviderCache } from '../../whatsapp/port.ts';
import { deleteCachedValue, findCachedValue, putCachedValue } from './provider-cache-queries.ts';

export const createProviderCache = (db: Db, now: () => Date): ProviderCache => ({
  find: (senderID, name) => findCachedValue(db, { senderID, name, now: now().toISOString() }),
  put: (senderID, name, { value, expiresAt }) =>
    putCachedValue(db, { senderID, name, value, expiresAt: expiresAt.toISOString() }),
  remove: (senderID, name) => deleteCachedValue(db, senderID, name),
});

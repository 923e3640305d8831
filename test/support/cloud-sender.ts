/** A sender of the Cloud API with the ids of Meta's examples. Its cache lives in this process. */

import { computer } from '../../src/server/runtime.ts';
import type { FileContent, Sender } from '../../src/server/whatsapp/model.ts';
import type { ProviderDeps } from '../../src/server/whatsapp/port.ts';
import { createReach } from '../../src/server/whatsapp/reach.ts';

export const cloudSender = (settings: Record<string, string> = {}): Sender => ({
  id: 's1',
  provider: 'cloud',
  pace: '{}',
  settings: {
    phoneNumberID: '106540352242922',
    wabaID: '102290129340398',
    appID: '670843887433847',
    version: 'v25.0',
    token: 'EAAtokenThatNobodyMaySee',
    appSecret: 'a secret of the app',
    verifyToken: 'the word',
    ...settings,
  },
});

type RememberedSurroundings = ProviderDeps & {
  remembered: Map<string, { value: string; expiresAt: Date }>;
};

export function surround(files: Record<string, FileContent> = {}, now = new Date('2026-11-05T06:00:00Z')) {
  const remembered: RememberedSurroundings['remembered'] = new Map();
  const key = (senderID: string, name: string) => `${senderID} ${name}`;
  const providerDeps: RememberedSurroundings = {
    remembered,
    runtime: computer,
    reach: createReach(computer),
    now: () => now,
    readFile: async (url) => files[url],
    cache: {
      find: async (senderID, name) => remembered.get(key(senderID, name))?.value,
      put: async (senderID, name, entry) => void remembered.set(key(senderID, name), entry),
      remove: async (senderID, name) => void remembered.delete(key(senderID, name)),
    },
  };
  return providerDeps;
}

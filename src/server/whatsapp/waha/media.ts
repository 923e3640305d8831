/** Downloads files that parents sent from the gateway, which stores them. */
import { makeReason } from '#shared/messages/reasons.ts';
import type { Answered, FileContent, Sender } from '../model.ts';
import { readAtMost } from '../read-at-most.ts';
import type { Gateway } from './call-gateway.ts';

const seconds = 60;
const folder = '/api/files/';

/**
 * Returns the path of a file at the gateway. The host of the address is ignored: a gateway often knows itself under
 * another name, and no other host may be called.
 */
function pathOf(address: string): string | undefined {
  const { pathname, search } = URL.parse(address) ?? {};
  return pathname?.startsWith(folder) ? `${pathname}${search ?? ''}` : undefined;
}

export const createFetchMedia =
  ({ open }: Gateway) =>
  async (sender: Sender, address: string, most: number): Promise<Answered<FileContent>> => {
    const path = pathOf(address);
    if (path === undefined) return { kind: 'refused', reason: makeReason('wahaForeignFile') };
    try {
      const response = await open(sender, { path, seconds });
      if (response.status >= 500) return { kind: 'unreachable', reason: makeReason('wahaUnreachable') };
      if (!response.ok)
        return { kind: 'refused', reason: makeReason('wahaNoFileThere'), code: String(response.status) };
      const bytes = await readAtMost(response, most);
      if (!bytes) return { kind: 'refused', reason: makeReason('wahaFileTooLarge') };
      return { kind: 'done', value: { bytes, type: response.headers.get('content-type') ?? '' } };
    } catch {
      return { kind: 'unreachable', reason: makeReason('wahaUnreachable') };
    }
  };

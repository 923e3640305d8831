/**
 * Fetches a file of another site for the gateway. If the gateway fetched it itself, a host name could lead it into its
 * own private network.
 */

import { largestVideo } from '#shared/limits.ts';
import { isForeign } from '#shared/messages/media.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered, FileContent } from '../model.ts';
import type { ProviderDeps } from '../port.ts';
import { readAtMost } from '../read-at-most.ts';

/** Milliseconds for the whole download, so that the message can still be sent within its time limit. */
const downloadTimeout = 8000;
const mostSteps = 3;

export type FetchLink = (url: string) => Promise<Answered<FileContent>>;

const refused = (reason: Reason): Answered<never> => ({ kind: 'refused', reason });

/**
 * Returns a function that fetches a file. The file is refused if it does not exist, is too large, or has a private
 * address. It is unreachable if it may be available later.
 */
export const createFetchLink =
  ({ runtime, reach }: Pick<ProviderDeps, 'runtime' | 'reach'>): FetchLink =>
  async (url) => {
    const signal = runtime.timeout(downloadTimeout);
    let place = url;
    try {
      for (let step = 0; step <= mostSteps; step += 1) {
        if (!isForeign(place)) return refused(makeReason('wahaNoLink'));
        const request = { method: 'GET', headers: { Accept: '*/*' }, body: undefined, signal };
        const response = await reach(place, request, 'public');
        const next = response.headers.get('location');
        if (response.status >= 300 && response.status < 400 && next !== null) {
          await response.body?.cancel();
          place = URL.parse(next, place)?.href ?? '';
          continue;
        }
        if (response.status >= 500) return { kind: 'unreachable', reason: makeReason('wahaLinkUnreachable') };
        if (!response.ok) return refused(makeReason('wahaNoLink'));
        const bytes = await readAtMost(response, largestVideo);
        if (!bytes) return refused(makeReason('wahaFileTooLarge'));
        return { kind: 'done', value: { bytes, type: response.headers.get('content-type') ?? '' } };
      }
      return refused(makeReason('wahaNoLink'));
    } catch {
      return { kind: 'unreachable', reason: makeReason('wahaLinkUnreachable') };
    }
  };

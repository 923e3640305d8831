import type { TrailEntry } from '#shared/calls/trail.ts';
import { sayChanges, sayEntry, type TrailChanges, trailCodes } from '#shared/trail.ts';
import { trailSentences } from '#shared/words/trail-entries.ts';

/** An entry as stored, with the current name of its user. */
export type StoredEntry = Omit<TrailEntry, 'code' | 'text' | 'changes' | 'seal'> & {
  what: string;
  details: string;
  hash: string | null;
  userName: string | null;
};

/** Never throws. Unreadable details are read as empty, so only the code is shown. */
export function readDetails(details: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(details);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function toEntry(
  { what, details, hash, userName, ...row }: StoredEntry,
  timeZone: string,
): TrailEntry {
  const read = readDetails(details);
  const changes = (read.changes ?? {}) as TrailChanges;
  return {
    ...row,
    actorName: row.actorName || (userName ?? ''),
    code: what,
    text: sayEntry(what, read),
    changes: sayChanges(changes, timeZone),
    seal: hash,
  };
}

/** Returns the codes whose sentences contain this text. Sentences that depend on details are not searched. */
export function codesSaying(search: string): string[] {
  const term = search.toLowerCase();
  return trailCodes.filter((code) => {
    const sentence = trailSentences[code];
    return typeof sentence === 'string' && sentence.toLowerCase().includes(term);
  });
}

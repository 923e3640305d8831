/** The hash chain of a school. Each seal covers its row and the previous seal, so a changed row breaks the chain. */
import { createHash } from 'node:crypto';
import type { TrailTable } from '../tables.ts';

/** The seal before the first row. */
const noSeal = '';

export type Row = Omit<TrailTable, 'id'> & { id: number };
export type Head = { count: number; hash: string };
export const emptyHead: Head = { count: 0, hash: noSeal };

/** SHA-256 in hex over the previous seal and all columns of the row. The order must never change. */
export function sealOf(row: Row, place: number, before: string): string {
  const { id, schoolID, campusID, at, actor, actorID, actorName, address } = row;
  const { what, kind, aboutID, aboutName, groupID, details } = row;
  const who = [actor, actorID, actorName, address];
  const subject = [what, kind, aboutID, aboutName, groupID, details];
  const content = JSON.stringify([before, place, id, schoolID, campusID, at, ...who, ...subject]);
  return createHash('sha256').update(content).digest('hex');
}

type Fault = {
  what: 'changed' | 'missing' | 'cut' | 'rewritten';
  place: number;
  id: number | undefined;
};

/** A head stored outside the database: in a backup or a file. */
export type StoredHead = Head & { where: string };
/** `storedIn`: the stored head that shows the fault, if the chain itself is intact. */
export type Finding = { head: Head; fault: Fault | undefined; storedIn: string | undefined };

/** Checks a chain row by row, in order of place. */
export function createVerifier(heads: readonly StoredHead[]) {
  const byPlace = Map.groupBy(heads, ({ count }) => count);
  let head = emptyHead;
  let fault: Fault | undefined;
  let storedIn: string | undefined;

  /** Returns whether to continue. */
  const take = (row: Row): boolean => {
    const place = head.count + 1;
    if (row.place !== place) fault = { what: 'missing', place, id: undefined };
    else {
      const hash = sealOf(row, place, head.hash);
      if (hash !== row.hash) fault = { what: 'changed', place, id: row.id };
      else {
        head = { count: place, hash };
        const other = byPlace.get(place)?.find((stored) => stored.hash !== hash);
        if (other) {
          fault = { what: 'rewritten', place, id: row.id };
          storedIn = other.where;
        }
      }
    }
    return fault === undefined;
  };

  const finish = (): Finding => {
    const beyond = fault ? undefined : heads.find(({ count }) => count > head.count);
    if (beyond) {
      fault = { what: 'cut', place: head.count + 1, id: undefined };
      storedIn = beyond.where;
    }
    return { head, fault, storedIn };
  };
  return { take, finish };
}

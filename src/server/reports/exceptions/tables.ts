/** Which entries of the trail an owner has seen. */
declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** `entryID`: the entry of the trail. */
    exception_seen: { campusID: number; entryID: number; seenAt: string; seenBy: string };
  }
}

/** A figure: one measurement beside its floor, in the same run on the same machine. */
import type { Engine } from '../src/server/platform/db/store.ts';
import type { Place } from './place.ts';

export type Unit = 'ms' | 'µs' | 'MB' | 'kB' | 'per s' | 'cards' | 'points';

export type Row = {
  /** Describes for a person what was done on which engine. */
  what: string;
  ours: number;
  floor: number;
  unit: Unit;
  /** How many times worse than the floor our value is: our time by the floor's, or the floor's rate by ours. */
  ratio: number;
  /** The highest allowed ratio; undefined if the row only informs. */
  bound: number | undefined;
  /** Describes the floor. */
  beside: string;
  note?: string;
};

export type Kit = {
  engines: readonly Engine[];
  /** A new, empty database, which is removed at the end. */
  place: (engine: Engine) => Promise<Place>;
};

export type Figure = {
  name: string;
  measure: (kit: Kit) => Promise<Row[]>;
};

export const holds = ({ ratio, bound }: Row): boolean => bound === undefined || ratio <= bound;

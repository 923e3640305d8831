/** What a figure is: one thing measured beside its floor, in the same run and on the same machine. */
import type { Engine } from '../src/server/db/store.ts';
import type { Place } from './place.ts';

export type Unit = 'ms' | 'µs' | 'MB' | 'kB' | 'per s' | 'cards' | 'points';

export type Row = {
  /** For a person: what was done, on which engine. */
  what: string;
  ours: number;
  floor: number;
  unit: Unit;
  /** How many times worse than the floor ours is: time by time, or the floor's rate by ours. */
  ratio: number;
  /** The most that the ratio may be; undefined where the row only informs. */
  bound: number | undefined;
  /** What the floor is. */
  beside: string;
  note?: string;
};

export type Kit = {
  engines: readonly Engine[];
  /** A new, empty database; removed at the end. */
  place: (engine: Engine) => Promise<Place>;
};

export type Figure = {
  name: string;
  measure: (kit: Kit) => Promise<Row[]>;
};

export const holds = ({ ratio, bound }: Row): boolean => bound === undefined || ratio <= bound;

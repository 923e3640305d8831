/**
 * Stores the latest id of the bin when an import is undone. Times do not show the order if the clock was set back.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0034-undone-bin';

const undoneBin = (_key: string, int: string) => [
  `alter table import add column "undoneBinID" ${int}`,
  `update import set "undoneBinID" = coalesce((select max(bin.id) from bin
    where bin."campusID" = import."campusID" and bin.at <= import."undoneAt"), 0) where "undoneAt" is not null`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, undoneBin);

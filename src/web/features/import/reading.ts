/** What the page and the reading worker say to each other. */
import type { SheetResult } from '#shared/sheets/sheet-result.ts';

export type ReadRequest = { file: File };

export type ReadReport =
  | { kind: 'progress'; rowsDone: number }
  | { kind: 'done'; result: SheetResult }
  | { kind: 'failed'; sentence: string };

/** By what the bills of a billing are sorted. In the address and on the wire: `class,-payable`. Pure. */

export const sortColumns = [
  'regNum',
  'name',
  'class',
  'father',
  'number',
  'status',
  'payable',
  'total',
  'dueDate',
  'expiryDate',
  'message',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** `isDown`: the largest first. */
export type BillSort = { by: SortColumn; isDown: boolean };

/** A second one tells apart what is alike by the first. */
export const mostSorts = 2;

const isColumn = (text: string): text is SortColumn => (sortColumns as readonly string[]).includes(text);

/** Empty: in the order of the file. What is no column, or comes a second time, is left away. */
export function readSorts(text: string): BillSort[] {
  const sorts = new Map<SortColumn, BillSort>();
  for (const part of text.split(',')) {
    const isDown = part.startsWith('-');
    const by = isDown ? part.slice(1) : part;
    if (isColumn(by) && !sorts.has(by)) sorts.set(by, { by, isDown });
  }
  return [...sorts.values()].slice(0, mostSorts);
}

export const writeSorts = (sorts: readonly BillSort[]): string =>
  sorts.map(({ by, isDown }) => (isDown ? `-${by}` : by)).join(',');

/** Whether the text says sorts and nothing else. */
export const isSorts = (text: string): boolean => writeSorts(readSorts(text)) === text;

/**
 * After a press on a column's head: sorted by it, the other way round where it was, and at the third press as before it.
 * `isAdded`: beside the first, not in its place.
 */
export function sortsAfter(sorts: readonly BillSort[], by: SortColumn, isAdded: boolean): BillSort[] {
  const was = sorts.find((sort) => sort.by === by);
  const next = was === undefined ? [{ by, isDown: false }] : was.isDown ? [] : [{ by, isDown: true }];
  if (!isAdded) return next;
  if (was) return sorts.flatMap((sort) => (sort === was ? next : sort));
  return [...sorts.slice(0, mostSorts - 1), ...next];
}

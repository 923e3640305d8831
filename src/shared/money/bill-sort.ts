/**
 * The columns by which the bills of a billing can be sorted. In the address and on the wire: `class,-payable`. Pure.
 */

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

/** `isDown`: descending, the largest first. */
export type BillSort = { by: SortColumn; isDown: boolean };

/** The second sort orders the bills that are equal by the first. */
const mostSorts = 2;

const isColumn = (text: string): text is SortColumn => (sortColumns as readonly string[]).includes(text);

/** An empty list means the order of the file. Unknown and repeated columns are ignored. */
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

/** Whether the text holds valid sorts and nothing else. */
export const isSorts = (text: string): boolean => writeSorts(readSorts(text)) === text;

/**
 * The sorts after a click on a column head: ascending, then descending, then without this column. `isAdded`: the column
 * is added to the first sort instead of replacing it.
 */
export function sortsAfter(sorts: readonly BillSort[], by: SortColumn, isAdded: boolean): BillSort[] {
  const was = sorts.find((sort) => sort.by === by);
  const next = was === undefined ? [{ by, isDown: false }] : was.isDown ? [] : [{ by, isDown: true }];
  if (!isAdded) return next;
  if (was) return sorts.flatMap((sort) => (sort === was ? next : sort));
  return [...sorts.slice(0, mostSorts - 1), ...next];
}

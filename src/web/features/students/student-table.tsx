import { ActionIcon, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { VersionedStudent } from '#shared/calls/students.ts';
import { studentsWords } from '#shared/words/families.ts';
import type { Sight } from '../../lib/use-pages.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { onIntent } from '../../ui/on-intent.ts';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { labelOfPlace } from './rules.ts';
import classes from './student-table.module.css';

type Props = {
  count: number;
  /** Returns the student at an index, or undefined while it is loading. */
  at: (index: number) => VersionedStudent | undefined;
  onSee: (sight: Sight) => void;
  /** Whether the rows still belong to the previous list. */
  isOld: boolean;
  /** The id of the student whose panel is open. */
  chosen: number | undefined;
  onOpen: (student: VersionedStudent) => void;
  /** Prefetches the student, because the user may open it soon. */
  onAhead: (student: VersionedStudent) => void;
  /** Undefined if the user has no right to edit. */
  onEdit: ((student: VersionedStudent) => void) | undefined;
};

const { columns } = studentsWords;
const rowHeight = 44;
const cardHeight = 64;

/* biome-ignore-start lint/a11y/useSemanticElements: positioned rows cannot be in a table element */
type RowProps = { student: VersionedStudent } & Pick<Props, 'onOpen' | 'onAhead' | 'onEdit'>;

function Row({ student, onOpen, onAhead, onEdit }: RowProps) {
  const sayNumber = useSayNumber();
  return (
    <>
      <div role="cell" className={classes.regNum}>
        {student.regNum}
      </div>
      <div role="cell" className={classes.who}>
        <button
          type="button"
          className={classes.open}
          title={student.name}
          aria-label={studentsWords.open(student.name)}
          onClick={() => onOpen(student)}
          {...onIntent(() => onAhead(student))}
        >
          <NameText text={student.name} className={classes.name} />
        </button>
        {student.endedOn && <small>{studentsWords.leftOn(student.endedOn)}</small>}
      </div>
      <div role="cell" className={classes.father}>
        {student.fatherName && <NameText text={student.fatherName} />}
      </div>
      <div role="cell" className={classes.place}>
        <NameText text={labelOfPlace(student)} />
      </div>
      <div role="cell" className={classes.number}>
        <span title={student.number}>{sayNumber(student.number)}</span>
      </div>
      <div role="cell" className={classes.actions}>
        {onEdit && (
          <ActionIcon
            variant="subtle"
            size={40}
            aria-label={studentsWords.edit(student.name)}
            title={studentsWords.edit(student.name)}
            onClick={() => onEdit(student)}
          >
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
    </>
  );
}

/* biome-ignore-end lint/a11y/useSemanticElements: see above */

/** Lists the students, one per row. Only visible rows are rendered. */
export function StudentTable({ count, at, onSee, isOld, chosen, onOpen, onAhead, onEdit }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const height = isPhone ? cardHeight : rowHeight;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height requires a new measurement
  useEffect(() => rows.measure(), [rows, height]);
  const arrows = useArrowKeys({ count, rows });
  const shown = rows.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => onSee({ first, last }), [onSee, first, last]);
  return (
    <div ref={scroller} className={classes.scroller} aria-busy={isOld} data-old={isOld || undefined}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: positioned rows cannot be in a table element */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells take no keyboard focus */}
      <div role="table" aria-label={studentsWords.all} aria-rowcount={count + 1}>
        <div role="row" className={classes.head} aria-rowindex={1}>
          {Object.entries(columns).map(([key, label]) => (
            <div key={key} role="columnheader" data-column={key}>
              {label}
            </div>
          ))}
        </div>
        <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }} {...arrows}>
          {shown.map(({ index, start }) => {
            const student = at(index);
            return (
              <div
                key={student?.id ?? `waiting-${index}`}
                role="row"
                aria-rowindex={index + 2}
                className={classes.row}
                data-row={student && index}
                data-on={(student && student.id === chosen) || undefined}
                data-testid="student-row"
                style={{ height, transform: `translateY(${start}px)` }}
              >
                {student ? (
                  <Row {...{ student, onOpen, onAhead, onEdit }} />
                ) : (
                  <div role="cell" className={classes.waiting}>
                    <Skeleton height={20} />
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </div>
  );
}

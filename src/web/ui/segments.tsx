import type { ReactNode } from 'react';
import classes from './segments.module.css';

type Segment<T extends string> = {
  value: T;
  label: string;
  icon?: ReactNode;
  count?: number | undefined;
  /** What the count counts, shown behind it. */
  unit?: string | undefined;
  /** An explanation, shown as a tooltip. */
  hint?: string | undefined;
  /** A short note about open tasks behind this filter. */
  note?: string | undefined;
};
type Props<T extends string> = {
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
};

const number = new Intl.NumberFormat('en-US');

/** A row of filters with their counts. One filter is chosen. */
export function Segments<T extends string>({ label, segments, value, onChange }: Props<T>) {
  return (
    <fieldset className={classes.segments} aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          className={classes.segment}
          data-value={segment.value}
          aria-pressed={segment.value === value}
          title={segment.hint}
          onClick={() => onChange(segment.value)}
        >
          {segment.icon}
          {segment.label}
          {segment.count !== undefined && (
            <span className={classes.count}>
              {' '}
              {number.format(segment.count)}
              {segment.unit && ` ${segment.unit}`}
            </span>
          )}
          {segment.note && <span className={classes.note}> {segment.note}</span>}
        </button>
      ))}
    </fieldset>
  );
}

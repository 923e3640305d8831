/** Prints the figures for a person. */
import { holds, type Row, type Unit } from './figure.ts';

const decimalsOf = (value: number): number => (value >= 100 ? 0 : value >= 10 ? 1 : 2);

/** Shown for values that cannot be measured here. */
const nothing = '–';

function shown(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return nothing;
  const digits = value.toLocaleString('en', { maximumFractionDigits: decimalsOf(value) });
  return `${digits} ${unit}`;
}

const boundResult = (row: Row): string => (row.bound === undefined ? '' : holds(row) ? '✓' : '✗ ABOVE');

function cellsOf(row: Row): string[] {
  const bound = row.bound === undefined ? '' : `≤ ${row.bound}`;
  return [
    row.what,
    shown(row.ours, row.unit),
    shown(row.floor, row.unit),
    Number.isNaN(row.ratio) ? nothing : row.ratio.toFixed(2),
    bound,
    boundResult(row),
    row.beside,
  ];
}

const isNumber = (column: number): boolean => column >= 1 && column <= 4;

export function drawTable(rows: readonly Row[]): string {
  const lines = [['', 'ours', 'floor', 'ratio', 'bound', '', 'the floor is'], ...rows.map(cellsOf)];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((cell, column) => {
        const width = widths?.[column] ?? 0;
        return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  const notes = rows.flatMap(({ what, note }) => (note ? [`${what}: ${note}`] : []));
  return [...drawn, '', ...notes].join('\n');
}

/** What came of a file: its bills and their sum, what to check, and the rows left out, each with its reason. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { formatRupees } from '#shared/money.ts';
import type { SheetResult } from '#shared/sheets/sheet-result.ts';
import { sheetField } from '#shared/words/sheets.ts';
import classes from './sheet-field.module.css';

/** Enough to see what is wrong with a file; the rest is counted. */
const refusedShown = 50;

type SheetSummaryProps = { result: SheetResult; onClear: () => void };

export function SheetSummary({ result, onClear }: SheetSummaryProps) {
  return (
    <Stack className={classes.panel} gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <div className={classes.file} role="status">
          <Text size="sm" c="dimmed">
            {result.fileName}
          </Text>
          <Text fw={600} className={classes.figures}>
            {sheetField.bills(result.bills.length)}
            {result.total > 0 && ` · ${formatRupees(result.total)}`}
          </Text>
        </div>
        <Button variant="default" size="xs" onClick={onClear}>
          {sheetField.clear}
        </Button>
      </Group>
      {result.warnings.length > 0 && (
        <Stack gap={4}>
          {result.warnings.map((sentence) => (
            <Text key={sentence} size="sm" c="dimmed">
              {sentence}
            </Text>
          ))}
        </Stack>
      )}
      {result.refused.length > 0 && <RefusedRows result={result} />}
    </Stack>
  );
}

function RefusedRows({ result: { refused, isNumberList } }: { result: SheetResult }) {
  const place = isNumberList ? sheetField.line : sheetField.row;
  const more = refused.length - refusedShown;
  return (
    <section className={classes.notice} data-kind="refused">
      <Text size="sm" fw={600} className={classes.heading}>
        {sheetField.refused(refused.length)}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul className={classes.refused} tabIndex={0} aria-label={sheetField.refused(refused.length)}>
        {refused.slice(0, refusedShown).map(({ row, reason }) => (
          <li key={`${row} ${reason}`}>
            <Text size="sm">
              <Text span fw={600} className={classes.figures}>
                {place(row)}
              </Text>{' '}
              {reason}
            </Text>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Text size="sm">{sheetField.more(more)}</Text>
          </li>
        )}
      </ul>
    </section>
  );
}

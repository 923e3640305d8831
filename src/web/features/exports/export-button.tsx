import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { exportWords } from '#shared/words/bills.ts';
import classes from './export-button.module.css';
import type { WantedExport } from './exporting.ts';
import { useExport } from './use-export.ts';

/** A button that exports the list on the screen to a file. `title` is the first part of the file's name. */
export function ExportButton({ title, wanted }: { title: string; wanted: WantedExport }) {
  const { isBusy, start } = useExport();
  return (
    <Button
      variant="default"
      className={classes.button}
      aria-label={exportWords.exportOutbox}
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      loading={isBusy}
      onClick={() => start(title, wanted)}
    >
      {exportWords.exportOutbox}
    </Button>
  );
}

import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { checkWords } from '#shared/words/import-screen.ts';
import { download } from '../../lib/download.ts';
import classes from './problems-button.module.css';
import { nameOfProblems } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  work: Import;
  /** Whether a phone shows only the icon. */
  isShort?: boolean;
};

/**
 * A button that downloads the sheet with an additional first column for the problems. The user corrects this sheet and
 * imports it again.
 */
export function ProblemsButton({ work, isShort = false }: Props) {
  const { doing, fileName } = work.state;
  const save = async (): Promise<void> => {
    const workbook = await work.moves.errorWorkbook();
    if (workbook) download(workbook, nameOfProblems(fileName ?? ''));
  };
  return (
    <Button
      variant="default"
      className={isShort ? classes.short : undefined}
      title={checkWords.download}
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      loading={doing === 'writing'}
      onClick={() => void save()}
    >
      <span>{checkWords.download}</span>
    </Button>
  );
}

import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { checkWords } from '#shared/words/import-screen.ts';
import { download } from '../../lib/download.ts';
import { nameOfProblems } from './rules.ts';
import type { Import } from './use-import.ts';

/** The same sheet with what is wrong in a first column, to be mended and imported again. */
export function ProblemsButton({ work }: { work: Import }) {
  const { doing, fileName } = work.state;
  const save = async (): Promise<void> => {
    const workbook = await work.moves.errorWorkbook();
    if (workbook) download(workbook, nameOfProblems(fileName ?? ''));
  };
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
      loading={doing === 'writing'}
      onClick={() => void save()}
    >
      {checkWords.download}
    </Button>
  );
}

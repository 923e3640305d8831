import { Button } from '@mantine/core';
import { saveWords, studentWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastDone, toastError } from '../ui/toast.ts';
import { WorkPanel } from '../ui/work-panel.tsx';
import { useImportPanel } from './use-sheet.tsx';

const noBilling = { groupID: 0, month: 1, year: 2023 };

/** Imports a roster from a file. The rows are checked in the same way as the rows of a bills file. */
export function StudentsImport({ onClose }: { onClose: () => void }) {
  const sheet = useImportPanel({
    kind: 'students',
    label: studentWords.file,
    verb: 'save',
    billing: noBilling,
    mayFollow: false,
    onRead: () => undefined,
    whenSaved: () => (
      <Button size="md" onClick={onClose}>
        {saveWords.done}
      </Button>
    ),
  });
  const save = async (): Promise<void> => {
    if (sheet.contacts === 0) return toastError(toasts.errorTitle, studentWords.nothing);
    if (!(await sheet.save(null))) return;
    toastDone(saveWords.studentsDone);
  };
  return (
    <WorkPanel
      title={studentWords.import}
      closeLabel={commonWords.close}
      onClose={onClose}
      label={sheet.label}
      work={sheet.work}
      footer={sheet.footer?.(() => void save())}
    >
      {sheet.file()}
    </WorkPanel>
  );
}

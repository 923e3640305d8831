import { Button } from '@mantine/core';
import { saveWords, studentWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { reloadClasses } from '../features/students/api.ts';
import { Panel } from '../ui/panel.tsx';
import { toastDone, toastError } from '../ui/toast.ts';
import classes from './students-import.module.css';
import { useSheet } from './use-sheet.tsx';

const noBilling = { groupID: 0, month: 1, year: 2023 };

/** A roster from a file, in the same four steps as bills. */
export function StudentsImport({ onClose }: { onClose: () => void }) {
  const sheet = useSheet({
    kind: 'students',
    label: studentWords.file,
    verb: 'save',
    billing: noBilling,
    mayFollow: false,
    onFollow: () => undefined,
    whenSaved: () => <Button onClick={onClose}>{saveWords.done}</Button>,
  });
  const save = async (): Promise<void> => {
    if (sheet.contacts === 0) return toastError(toasts.errorTitle, studentWords.nothing);
    if (!(await sheet.save(null))) return;
    toastDone(saveWords.studentsDone);
    await reloadClasses();
  };
  return (
    <Panel
      title={studentWords.import}
      closeLabel={commonWords.close}
      onClose={onClose}
      footer={sheet.footer?.(() => void save())}
      isWide={sheet.isWide}
      isFilled={sheet.isWide}
    >
      <div className={classes.parts} data-wide={sheet.isWide || undefined}>
        {sheet.field()}
      </div>
    </Panel>
  );
}

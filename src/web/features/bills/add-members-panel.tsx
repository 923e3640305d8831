import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { billWords } from '#shared/words/bills.ts';
import { fieldMessages, toasts } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type Work, WorkPanel } from '../../ui/work-panel.tsx';
import { reloadBills } from './api.ts';
import classes from './member-panel.module.css';

/** The imported file. Another feature reads, shows and saves it. */
export type SheetOfMembers = {
  /** The accessible name of the work. */
  label: string;
  /** The field to choose the file, or the chosen file. */
  file: (error?: string) => ReactNode;
  /** The rows of the file; null while there are none. */
  work: Work | null;
  /** How many members would be saved. */
  contacts: number;
  /** The buttons of the current step; null without a file. */
  footer: ((save: () => void) => ReactNode) | null;
  /** Whether it was saved; otherwise the field shows the reason. */
  save: () => Promise<boolean>;
};

type Props = { groupID: number; groupName: string; onClose: () => void; sheet: SheetOfMembers };

/** Adds the members from a file to a billing. */
export function AddMembersPanel({ groupID, groupName, onClose, sheet }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const add = async (): Promise<void> => {
    setTried(true);
    if (sheet.contacts === 0) return toastError(toasts.errorTitle, toasts.errors.contacts);
    setBusy(true);
    if (await sheet.save()) {
      toastDone(toasts.done.membersAdded);
      await reloadBills(groupID);
    }
    setBusy(false);
  };
  const footer = sheet.footer?.(() => void add()) ?? (
    <Button onClick={() => void add()} loading={isBusy}>
      {billWords.add}
    </Button>
  );
  return (
    <WorkPanel
      title={billWords.addPanel}
      closeLabel={commonWords.close}
      onClose={onClose}
      label={sheet.label}
      work={sheet.work}
      footer={footer}
    >
      <p className={classes.to}>{billWords.addTo(groupName)}</p>
      {sheet.file(isTried ? fieldMessages.contact : undefined)}
    </WorkPanel>
  );
}

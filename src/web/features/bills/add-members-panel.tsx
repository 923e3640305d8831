import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { billWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type Work, WorkPanel } from '../../ui/work-panel.tsx';
import { reloadBills } from './api.ts';
import classes from './member-panel.module.css';

/** The file with the new members. The import feature reads, shows and saves it. */
type SheetOfMembers = {
  /** The accessible name of the import. */
  label: string;
  /** Renders the field to choose a file, or the chosen file. */
  file: (error?: string) => ReactNode;
  /** The rows of the file. It is null while there are no rows to show. */
  work: Work | null;
  /** The number of members that a save would add. */
  contacts: number;
  /** Renders the buttons of the current step. It is null if no file is chosen. */
  footer: ((save: () => void) => ReactNode) | null;
  /** Returns whether the file was saved. If it was not, the file field shows the reason. */
  save: () => Promise<boolean>;
};

type Props = { groupID: number; groupName: string; onClose: () => void; sheet: SheetOfMembers };

/** A panel that adds the members of a file to a billing. */
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

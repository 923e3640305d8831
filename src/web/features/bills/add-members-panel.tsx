import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type Work, WorkPanel } from '../../ui/work-panel.tsx';
import { reloadBills } from './api.ts';
import classes from './member-panel.module.css';

/** The file the members come from; another feature reads, shows and saves it. */
export type SheetOfMembers = {
  /** The name of what is done with it. */
  label: string;
  /** The place to choose it, and what it is once it is chosen. */
  file: (error?: string) => ReactNode;
  /** Its rows as they are looked at; null while there are none. */
  work: Work | null;
  /** How many members a save would take. */
  contacts: number;
  /** The way on at the step it is at; null while there is no file. */
  footer: ((save: () => void) => ReactNode) | null;
  /** Whether it was saved; where not, the field says why. */
  save: () => Promise<boolean>;
};

type Props = { groupID: number; groupName: string; onClose: () => void; sheet: SheetOfMembers };

/** Adds the members of a file to a billing. */
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

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NewBill } from '#shared/calls/bills.ts';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { addMembers } from './api.ts';
import classes from './member-panel.module.css';

type Props = {
  groupID: number;
  groupName: string;
  onClose: () => void;
  /** The field that reads a file, and the bills it has read. */
  sheetField: ReactNode;
  contacts: NewBill[];
};

/** Adds the members of a file to a billing. */
export function AddMembersPanel({ groupID, groupName, onClose, sheetField, contacts }: Props) {
  const [isBusy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    if (contacts.length === 0) return toastError(toasts.errorTitle, toasts.errors.contacts);
    setBusy(true);
    try {
      await addMembers(groupID, contacts);
      toastDone(toasts.done.membersAdded);
      onClose();
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
      setBusy(false);
    }
  };
  const footer = (
    <Button onClick={() => void add()} loading={isBusy}>
      {billWords.add}
    </Button>
  );
  return (
    <Panel title={billWords.addPanel} closeLabel={commonWords.close} onClose={onClose} footer={footer}>
      <p className={classes.to}>{billWords.addTo(groupName)}</p>
      {sheetField}
    </Panel>
  );
}

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { reloadBills } from './api.ts';
import classes from './member-panel.module.css';

/** The file the members come from; another feature reads, shows and saves it. */
export type SheetOfMembers = {
  field: (error?: string) => ReactNode;
  /** How many members a save would take. */
  contacts: number;
  /** Its rows are looked at, and need room. */
  isWide: boolean;
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
    <Panel
      title={billWords.addPanel}
      closeLabel={commonWords.close}
      onClose={onClose}
      footer={footer}
      isWide={sheet.isWide}
      isFilled={sheet.isWide}
    >
      <div className={classes.parts} data-wide={sheet.isWide || undefined}>
        <p className={classes.to}>{billWords.addTo(groupName)}</p>
        {sheet.field(isTried ? fieldMessages.contact : undefined)}
      </div>
    </Panel>
  );
}

import { type ReactNode, useState } from 'react';
import { receiptWords } from '#shared/words/counter.ts';
import { useAction } from '../../lib/use-action.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { toastDone } from '../../ui/toast.ts';
import { ReasonField } from './reason-field.tsx';

type Props = {
  title: string;
  submitLabel: string;
  /** The text of the toast after the save. */
  done: string;
  onSave: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

/** A form that asks for a reason, before a payment or an adjustment is undone. */
export function ReasonSheet({ title, submitLabel, done, onSave, onClose, children }: Props) {
  const [reason, setReason] = useState('');
  const { isBusy, run } = useAction();
  return (
    <Sheet
      title={title}
      isOpen
      submitLabel={submitLabel}
      cancelLabel={receiptWords.cancel}
      isAllowed={reason.trim() !== ''}
      isBusy={isBusy}
      hasField
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          await onSave(reason.trim());
          toastDone(done);
          onClose();
        })
      }
    >
      {children}
      <ReasonField value={reason} onChange={setReason} isFirst />
    </Sheet>
  );
}

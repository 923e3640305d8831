import { Button, Modal } from '@mantine/core';
import { useMediaQuery, useTimeout } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import classes from './sheet.module.css';

/** Milliseconds, longer than a double click. */
const settlingTime = 400;

type FormProps = {
  submitLabel: ReactNode;
  cancelLabel: string;
  submitIcon?: ReactNode;
  isAllowed: boolean;
  isBusy: boolean;
  /** Whether one of the children takes the focus with `data-autofocus`. */
  hasField: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

function SheetForm(props: FormProps) {
  const { submitLabel, submitIcon, cancelLabel, isAllowed, isBusy, hasField } = props;
  const { onSubmit, onClose, children } = props;
  // A double click or held key that opened the sheet must not also confirm it.
  const [isSettled, setSettled] = useState(false);
  useTimeout(() => setSettled(true), settlingTime, { autoInvoke: true });
  const maySubmit = isAllowed && isSettled && !isBusy;
  return (
    <form
      className={classes.form}
      tabIndex={-1}
      data-autofocus={!hasField || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (maySubmit) onSubmit();
      }}
      onKeyDown={(event) => {
        const isOnForm = event.target === event.currentTarget;
        if (event.key === 'Enter' && isOnForm && !event.repeat) event.currentTarget.requestSubmit();
      }}
    >
      <div className={classes.content}>{children}</div>
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {cancelLabel}
        </Button>
        <Button type="submit" leftSection={submitIcon} disabled={!isAllowed || !isSettled} loading={isBusy}>
          {submitLabel}
        </Button>
      </footer>
    </form>
  );
}

type Props = FormProps & { title: string; isOpen: boolean };

/** A confirmation before something large: Enter confirms when allowed, and Escape cancels. */
export function Sheet({ title, isOpen, ...form }: Props) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={isOpen}
      // While the action is running, the sheet cannot be closed.
      onClose={() => !form.isBusy && form.onClose()}
      title={title}
      size={520}
      padding={0}
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : undefined}
      styles={{ header: { padding: '12px 12px 12px 16px' } }}
    >
      <SheetForm {...form} />
    </Modal>
  );
}

import { Button, Modal } from '@mantine/core';
import { useMediaQuery, useTimeout } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import classes from './sheet.module.css';

/** Longer than a double press takes. */
const settlingTime = 400;

type FormProps = {
  submitLabel: ReactNode;
  cancelLabel: string;
  submitIcon?: ReactNode;
  isAllowed: boolean;
  isBusy: boolean;
  /** One of the children takes the focus, by `data-autofocus`. */
  hasField: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

function SheetForm(props: FormProps) {
  const { submitLabel, submitIcon, cancelLabel, isAllowed, isBusy, hasField } = props;
  const { onSubmit, onClose, children } = props;
  // The press or key that opened it must not, doubled or held down, answer it as well.
  const [isSettled, setSettled] = useState(false);
  useTimeout(() => setSettled(true), settlingTime, { autoInvoke: true });
  const mayGo = isAllowed && isSettled && !isBusy;
  return (
    <form
      className={classes.form}
      tabIndex={-1}
      data-autofocus={!hasField || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayGo) onSubmit();
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

/** What is asked before something large: Enter does it when it may be done, Escape leaves it. */
export function Sheet({ title, isOpen, ...form }: Props) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={isOpen}
      // Once it is under way there is no way back.
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

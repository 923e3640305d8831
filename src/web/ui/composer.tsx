import { ActionIcon, Textarea } from '@mantine/core';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useState } from 'react';
import classes from './composer.module.css';
import { ownDirection } from './own-direction.ts';

type Props = {
  label: string;
  sendLabel: string;
  maxLength: number;
  isDisabled?: boolean;
  /** Answers whether it went; only then is the text cleared. */
  onSend: (text: string) => Promise<boolean>;
};

/** Where one writes in a conversation: Enter sends, Shift+Enter makes a new line. */
export function Composer({ label, sendLabel, maxLength, isDisabled = false, onSend }: Props) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy || isDisabled) return;
    setBusy(true);
    if (await onSend(text)) setText('');
    setBusy(false);
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Textarea
        className={classes.field}
        aria-label={label}
        placeholder={label}
        value={text}
        attributes={ownDirection(text)}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={maxLength}
        disabled={isDisabled}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
      <ActionIcon
        type="submit"
        variant="filled"
        aria-label={sendLabel}
        loading={isBusy}
        disabled={isDisabled}
      >
        <IconSend size={18} stroke={1.6} />
      </ActionIcon>
    </form>
  );
}

import { Button, Menu, Textarea } from '@mantine/core';
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import { useRef } from 'react';
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { type PlaceholderName, placeholderNames, unknownPlaceholders } from '#shared/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { messageWords } from '#shared/words/templates.ts';
import { insertAt } from '../ui/insert-at.ts';
import { ownDirection } from '../ui/own-direction.ts';
import classes from './message-field.module.css';

type Props = {
  value: string;
  onChange: (text: string) => void;
  mayWrite: boolean;
  /** The text stands below a picture or video, where WhatsApp takes less of it. */
  hasMedia: boolean;
  /** The values that can be inserted: all unless said. */
  values?: readonly PlaceholderName[] | undefined;
  error?: string | undefined;
};

const written = (name: string): string => `{{${name}}}`;
const longestWritten = Math.max(...placeholderNames.map((name) => written(name).length));

type InsertProps = {
  values: readonly PlaceholderName[];
  isDisabled: boolean;
  onInsert: (name: string) => void;
};

/** The values that can be filled in. */
function InsertMenu({ values, isDisabled, onInsert }: InsertProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          c="var(--q-accent)"
          fz={12}
          leftSection={<IconBraces size={14} aria-hidden />}
          disabled={isDisabled}
        >
          {sendWords.insert}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {values.map((name) => (
          <Menu.Item key={name} onClick={() => onInsert(name)}>
            {sendWords.placeholders[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The text of a message or template, how long it is, and a menu of the values that can be filled in. */
export function MessageField(props: Props) {
  const { value, onChange, mayWrite, hasMedia, values = placeholderNames, error } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const unknown = unknownPlaceholders(value);
  const insert = (name: string): void => {
    const at: [number, number] = [
      field.current?.selectionStart ?? value.length,
      field.current?.selectionEnd ?? value.length,
    ];
    const { text, cursor } = insertAt(value, written(name), at);
    onChange(text);
    // Once the menu has closed and given the focus back.
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(cursor, cursor);
    }, 120);
  };
  const count = (
    <span className={classes.foot}>
      {hasMedia && value.length > longestCaption && (
        <span className={classes.warning}>{messageWords.captionTooLong(longestCaption)}</span>
      )}
      <span>{messageWords.count(value.length, longestMessage)}</span>
    </span>
  );
  return (
    <div className={classes.message}>
      <Textarea
        ref={field}
        label={sendWords.message}
        value={value}
        attributes={ownDirection(value)}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={longestMessage}
        disabled={!mayWrite}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={mayWrite ? count : sendWords.mayNotWrite}
        descriptionProps={{ component: 'div', mt: 4 }}
        error={unknown.length > 0 ? sendWords.unknown(unknown) : error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {mayWrite && (
        <div className={classes.insert}>
          <InsertMenu
            values={values}
            isDisabled={value.length > longestMessage - longestWritten}
            onInsert={insert}
          />
        </div>
      )}
    </div>
  );
}

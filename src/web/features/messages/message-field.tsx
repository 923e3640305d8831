import { Button, Menu, Textarea } from '@mantine/core';
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import { useRef } from 'react';
import { longestMessage } from '#shared/limits.ts';
import { placeholderNames, unknownPlaceholders } from '#shared/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { insertAt } from './rules.ts';
import classes from './send-panel.module.css';

type Props = { value: string; onChange: (text: string) => void; mayWrite: boolean };

/** The text to send, with a menu of the values that can be filled in. */
export function MessageField({ value, onChange, mayWrite }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const unknown = unknownPlaceholders(value);
  const insert = (name: string): void => {
    const at: [number, number] = [
      field.current?.selectionStart ?? value.length,
      field.current?.selectionEnd ?? value.length,
    ];
    const { text, cursor } = insertAt(value, `{{${name}}}`, at);
    onChange(text.slice(0, longestMessage));
    // Once the menu has closed and given the focus back.
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(cursor, cursor);
    }, 120);
  };
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
        description={mayWrite ? undefined : sendWords.mayNotWrite}
        error={unknown.length > 0 && sendWords.unknown(unknown)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {mayWrite && (
        <div className={classes.insert}>
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <Button
                variant="subtle"
                size="compact-xs"
                c="var(--q-accent)"
                fz={12}
                leftSection={<IconBraces size={14} aria-hidden />}
              >
                {sendWords.insert}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              {placeholderNames.map((name) => (
                <Menu.Item key={name} onClick={() => insert(name)}>
                  {sendWords.placeholders[name]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </div>
  );
}

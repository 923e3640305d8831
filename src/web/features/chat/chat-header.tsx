import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { chatWords } from '#shared/words/chats.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Face } from '../../ui/face.tsx';
import { NameText } from '../../ui/name-text.tsx';
import classes from './chat-panel.module.css';

type Props = {
  name: string;
  avatar: string | null | undefined;
  number: string;
  /** All numbers of the family, if there are several. */
  numbers: readonly string[];
  onNumber: (number: string) => void;
  /** The bills of the family. */
  about: ReactNode;
};

/** Shows the name of the family, the chosen number, and the bills. */
export function ChatHeader({ name, avatar, number, numbers, onNumber, about }: Props) {
  const sayNumber = useSayNumber();
  const shown = name || sayNumber(number);
  return (
    <div className={classes.who}>
      <Face name={shown} url={avatar} />
      <div className={classes.names}>
        <NameText text={shown} className={classes.name} title={name} />
        {numbers.length > 1 && (
          <NativeSelect
            size="xs"
            w="fit-content"
            mt={4}
            aria-label={chatWords.number}
            data={numbers.map((value) => ({ value, label: sayNumber(value) }))}
            value={number}
            onChange={(event) => onNumber(event.currentTarget.value)}
          />
        )}
        {numbers.length < 2 && name && <small>{sayNumber(number)}</small>}
      </div>
      {about}
    </div>
  );
}

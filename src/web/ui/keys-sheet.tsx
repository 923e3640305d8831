import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import { commonWords, keyWords } from '#shared/words/screen.ts';
import classes from './keys-sheet.module.css';

type Props = { isOpen: boolean; onClose: () => void };

/** Every key and what it does. */
export function KeysSheet({ isOpen, onClose }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={keyWords.title}
      size={400}
      closeButtonProps={{ 'aria-label': commonWords.close }}
    >
      <dl className={classes.keys}>
        {keyWords.keys.map(({ keys, does }) => (
          <Fragment key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}

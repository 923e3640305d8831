import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import classes from './keys-sheet.module.css';

type Props = {
  title: string;
  keys: readonly { keys: readonly string[]; does: string }[];
  isOpen: boolean;
  onClose: () => void;
};

/** All keyboard shortcuts with their actions. */
export function KeysSheet({ title, keys: all, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={400}>
      <dl className={classes.keys}>
        {all.map(({ keys, does }) => (
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

import { Button, Modal } from '@mantine/core';
import { chatWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import classes from './lightbox.module.css';

/** A picture as large as the screen allows; null: none is open. */
export function Lightbox({ url, onClose }: { url: string | null; onClose: () => void }) {
  return (
    <Modal
      opened={url !== null}
      onClose={onClose}
      title={chatWords.picture}
      size="auto"
      closeButtonProps={{ 'aria-label': commonWords.close }}
    >
      {url !== null && (
        <>
          <img className={classes.picture} src={url} alt={chatWords.media} />
          <div className={classes.foot}>
            <Button component="a" href={url} download variant="default" size="xs">
              {chatWords.download}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

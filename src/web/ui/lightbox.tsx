import { Button, Modal } from '@mantine/core';
import classes from './lightbox.module.css';

type Props = {
  /** Null while closed. */
  url: string | null;
  words: { picture: string; media: string; download: string };
  onClose: () => void;
};

/** Shows a picture as large as the screen allows. */
export function Lightbox({ url, words, onClose }: Props) {
  return (
    <Modal opened={url !== null} onClose={onClose} title={words.picture} size="auto">
      {url !== null && (
        <>
          <img className={classes.picture} src={url} alt={words.media} />
          <div className={classes.foot}>
            <Button component="a" href={url} download variant="default" size="xs">
              {words.download}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

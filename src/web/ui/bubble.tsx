import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import type { ReactNode } from 'react';
import { isDocument, isForeign, isVideo, type PaperKind, paperIn } from '#shared/messages/media.ts';
import { type Piece, readMarks } from '#shared/messages/whatsapp-marks.ts';
import classes from './bubble.module.css';
import { isFromRight, Words } from './name-text.tsx';

const tags = { bold: 'strong', italic: 'em', strike: 's', inlineCode: 'code', code: 'code' } as const;

const draw = (pieces: Piece[]): ReactNode =>
  pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
    if (typeof piece === 'string') return <Words key={index} text={piece} />;
    const Tag = tags[piece.mark];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
    return <Tag key={index}>{draw(piece.pieces)}</Tag>;
  });

const lineClass = (line: string): string | undefined => (isFromRight(line) ? classes.arabic : undefined);

/** Draws a text with WhatsApp's marks, each line in its own direction. */
export function MarkedText({ text }: { text: string }) {
  // Only a code block spans several lines, so a text with code is read as a whole.
  const lines = text.includes('```') ? [text] : text.split('\n');
  return (
    <div className={classes.text}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
        <div key={index} dir="auto" className={lineClass(line)}>
          {line === '' ? '\u00a0' : draw(readMarks(line))}
        </div>
      ))}
    </div>
  );
}

type MediaWords = Record<'download' | 'foreign' | 'open' | PaperKind, string> & {
  document: (kind: string) => string;
};

type BubbleMediaProps = {
  /** The words for media that cannot be shown. */
  words: MediaWords;
  mediaLabel?: string;
  audioLabel?: string;
  /** Opens the voucher or receipt of the family. If it is undefined, only the name of the paper is shown. */
  onPaper?: (() => void) | undefined;
  /** Opens a picture large; `label` names the button. */
  open?: { label: string; onOpen: (url: string) => void } | undefined;
};

/** A file that cannot be shown is a link, labelled with its file extension. */
function Document({ url, words }: { url: string; words: MediaWords }) {
  const kind = url.split('.').at(-1)?.toUpperCase() ?? '';
  return (
    <a className={classes.document} href={url} download target="_blank" rel="noreferrer">
      <IconFileText size={28} stroke={1.4} aria-hidden />
      <span>
        <b>{words.document(kind)}</b>
        <small>{words.download}</small>
      </span>
      <IconDownload size={18} stroke={1.6} aria-hidden />
    </a>
  );
}

/** A voucher or receipt for the family. Only its name is shown. */
function Paper({
  paper: { kind, name },
  onOpen,
  words,
}: {
  paper: { kind: PaperKind; name: string };
  onOpen: (() => void) | undefined;
  words: MediaWords;
}) {
  const content = (
    <>
      <IconFileText size={28} stroke={1.4} aria-hidden />
      <span>
        <b>
          <bdi>{name || words[kind]}</bdi>
        </b>
        {onOpen && <small>{words.open}</small>}
      </span>
    </>
  );
  if (!onOpen) return <div className={classes.document}>{content}</div>;
  return (
    <button type="button" className={classes.document} onClick={onOpen}>
      {content}
    </button>
  );
}

function Media({ url, words, mediaLabel = '', onPaper, open }: BubbleMediaProps & { url: string }) {
  const paper = paperIn(url);
  if (paper) return <Paper paper={paper} onOpen={onPaper} words={words} />;
  // A picture on another site is only linked. If it were loaded, the other site would learn who looks at the message.
  if (isForeign(url)) {
    return (
      <a className={classes.foreign} href={url} target="_blank" rel="noreferrer">
        {words.foreign}: {new URL(url).hostname}
      </a>
    );
  }
  if (isVideo(url)) {
    // biome-ignore lint/a11y/useMediaCaption: a school's attachments have no captions
    return <video className={classes.media} src={url} controls preload="metadata" aria-label={mediaLabel} />;
  }
  if (isDocument(url)) return <Document url={url} words={words} />;
  const picture = <img className={classes.media} src={url} alt={mediaLabel} loading="lazy" />;
  if (!open) return picture;
  return (
    <button type="button" className={classes.open} aria-label={open.label} onClick={() => open.onOpen(url)}>
      {picture}
    </button>
  );
}

function Audio({ url, label }: { url: string; label: string | undefined }) {
  // Audio on another site is not preloaded, so that this site learns only about people who play it.
  const preload = isForeign(url) ? 'none' : 'metadata';
  // biome-ignore lint/a11y/useMediaCaption: a voice note has no captions
  return <audio className={classes.audio} src={url} controls preload={preload} aria-label={label} />;
}

type Props = BubbleMediaProps & {
  side: 'out' | 'in';
  text: string;
  media?: string;
  audio?: string;
  /** Time and state below the text. */
  footer?: ReactNode;
  /** The text is not that of the message, but says what happened to it. */
  isQuiet?: boolean;
};

/** One message as WhatsApp shows it. `side` is `out` for a message of the user's own side. */
export function Bubble({ side, text, media, audio, footer, isQuiet, ...shown }: Props) {
  return (
    <div className={classes.bubble} data-side={side} data-quiet={isQuiet || undefined}>
      {media && <Media url={media} {...shown} />}
      {audio && <Audio url={audio} label={shown.audioLabel} />}
      {text && <MarkedText text={text} />}
      {footer && <div className={classes.footer}>{footer}</div>}
    </div>
  );
}

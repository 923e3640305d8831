import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { isForeign, isVideo, type PaperKind, paperIn } from '#shared/messages/media.ts';
import classes from './media-field.module.css';

export type ThumbWords = Record<'picture' | 'video' | 'foreign', string> & {
  /** Only needed if the media can be the voucher or receipt of each family. */
  voucher?: string;
  receipt?: string;
};

const kindOf = (url: string): 'picture' | 'video' | 'foreign' | PaperKind =>
  paperIn(url)?.kind ?? (isVideo(url) ? 'video' : isForeign(url) ? 'foreign' : 'picture');

/** The kind of media as a word. */
export const sayMedia = (url: string, words: ThumbWords): string => words[kindOf(url)] ?? '';

const icons = { voucher: IconFileText, receipt: IconFileText, video: IconMovie, foreign: IconWorld } as const;

type Props = { url: string; size: number; words: ThumbWords };

/** A thumbnail of a picture, or an icon for other media. */
export function MediaThumb({ url, size, words }: Props) {
  const box = { width: size, height: size };
  const kind = kindOf(url);
  if (kind === 'picture')
    return <img className={classes.thumb} style={box} src={url} alt={words.picture} loading="lazy" />;
  // A picture on another site is not loaded. Otherwise that site would learn who looks at the list.
  const label = sayMedia(url, words);
  const Icon = icons[kind];
  return (
    <span className={classes.thumb} style={box} role="img" aria-label={label} title={label}>
      <Icon size={size / 2} stroke={1.6} aria-hidden />
    </span>
  );
}

import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { isForeign, isVideo } from '#shared/media.ts';
import classes from './media-field.module.css';

export type ThumbWords = { picture: string; video: string; foreign: string };

type Props = { url: string; size: number; words: ThumbWords };

/** A picture, small; of a video and of another site's file, what it is. */
export function MediaThumb({ url, size, words }: Props) {
  const box = { width: size, height: size };
  // Another site is not told who looks at the list.
  const label = isVideo(url) ? words.video : words.foreign;
  if (!isForeign(url) && !isVideo(url)) {
    return <img className={classes.thumb} style={box} src={url} alt={words.picture} loading="lazy" />;
  }
  const Icon = isVideo(url) ? IconMovie : IconWorld;
  return (
    <span className={classes.thumb} style={box} role="img" aria-label={label} title={label}>
      <Icon size={size / 2} stroke={1.6} aria-hidden />
    </span>
  );
}

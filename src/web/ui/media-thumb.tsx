import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { isForeign, isVideo } from '#shared/media.ts';
import { mediaWords } from '#shared/words/templates.ts';
import classes from './media-field.module.css';

/** A picture, small; of a video and of another site's file, what it is. */
export function MediaThumb({ url, size }: { url: string; size: number }) {
  const box = { width: size, height: size };
  // Another site is not told who looks at the list.
  const label = isVideo(url) ? mediaWords.video : mediaWords.foreign;
  if (!isForeign(url) && !isVideo(url)) {
    return <img className={classes.thumb} style={box} src={url} alt={mediaWords.picture} loading="lazy" />;
  }
  const Icon = isVideo(url) ? IconMovie : IconWorld;
  return (
    <span className={classes.thumb} style={box} role="img" aria-label={label} title={label}>
      <Icon size={size / 2} stroke={1.6} aria-hidden />
    </span>
  );
}

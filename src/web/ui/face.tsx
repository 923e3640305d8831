import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import classes from './face.module.css';
import { isArabicScript } from './name-text.tsx';

/** The initials of a name, such as `AK` for Ayesha Khan. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** Whether the text is a name and not a phone number. */
const isName = (text: string): boolean => /\p{L}/u.test(text);

function shapeOf(name: string, size: number) {
  if (!isName(name)) return <IconUser size={size / 2} stroke={1.6} />;
  return isArabicScript(name) ? [...name.trim()][0] : initialsOf(name);
}

type Props = { name: string; url?: string | null | undefined; size?: number };

/**
 * A person's picture or initials. An Urdu name shows one letter, because two Urdu letters would join into a word. A
 * phone number shows an icon.
 */
export function Face({ name, url, size = 36 }: Props) {
  const box = { width: size, height: size };
  if (url) return <img className={classes.face} style={box} src={url} alt="" loading="lazy" />;
  return (
    <span className={classes.face} style={box} aria-hidden dir="auto">
      {shapeOf(name, size)}
    </span>
  );
}

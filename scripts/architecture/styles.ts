// Checks style sheets. The sizes of texts come from the scale in src/web/lib/theme.css.
import type { Complaint } from './source.ts';

/** A size in pixels. Papers have sizes in points; 0, inherit and em follow from the scale. */
const ownSize = /^\s*font(?:-size)?:[^;/]*\b[\d.]+px/;
const scale = 'src/web/lib/theme.css';

export function checkStyles(path: string, text: string): Complaint[] {
  if (!path.startsWith('src/web/') || !path.endsWith('.css')) return [];
  return text
    .split('\n')
    .flatMap((line, at) =>
      ownSize.test(line)
        ? { path, line: at + 1, text: `A font size of its own. Use --q-text-… of ${scale}.` }
        : [],
    );
}

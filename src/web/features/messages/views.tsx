import { sendWords } from '#shared/words/sending.ts';
import classes from './message-panel.module.css';

const views = ['write', 'preview', 'gets', 'leftOut'] as const;
/** The part of the panel that is shown if there is no room for all parts. */
export type View = (typeof views)[number];

const viewWords: Record<View, string> = {
  write: sendWords.write,
  preview: sendWords.preview,
  gets: sendWords.gets,
  leftOut: sendWords.leftOutTitle,
};

type Props = { view: View; onView: (view: View) => void; count: Partial<Record<View, number | undefined>> };

/** Buttons that switch between the parts of the panel, if they do not fit beside each other. */
export function Views({ view, onView, count }: Props) {
  return (
    <fieldset className={classes.views} aria-label={sendWords.tabs}>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          data-view={name}
          aria-pressed={name === view}
          onClick={() => onView(name)}
        >
          {viewWords[name]} {count[name]?.toLocaleString('en-US')}
        </button>
      ))}
    </fieldset>
  );
}

import { sendWords } from '#shared/words/sending.ts';
import classes from './message-panel.module.css';

const views = ['write', 'preview', 'gets', 'leftOut'] as const;
/** The part of the panel that is shown where not all parts fit. */
export type View = (typeof views)[number];

const viewWords: Record<View, string> = {
  write: sendWords.write,
  preview: sendWords.preview,
  gets: sendWords.gets,
  leftOut: sendWords.leftOutTitle,
};

type Props = { view: View; onView: (view: View) => void; count: Partial<Record<View, number | undefined>> };

/** Buttons for the parts that do not fit beside each other. */
export function Views({ view, onView, count }: Props) {
  return (
    <fieldset className={classes.views} aria-label={sendWords.tabs}>
      {views.map((one) => (
        <button
          key={one}
          type="button"
          data-view={one}
          aria-pressed={one === view}
          onClick={() => onView(one)}
        >
          {viewWords[one]} {count[one]?.toLocaleString('en-US')}
        </button>
      ))}
    </fieldset>
  );
}

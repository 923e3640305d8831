import { Progress } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { childWords, saveWords } from '#shared/words/import-screen.ts';
import type { SavedBilling } from './import-model.ts';
import { Notice } from './notice.tsx';
import { ProblemsButton } from './problems-button.tsx';
import classes from './save-step.module.css';
import type { Import } from './use-import.ts';

/** At most this many held rows are listed, because nobody would read more. */
const heldShown = 20;

function Saving({ work: { state } }: { work: Import }) {
  const percent = state.progress?.done ?? 0;
  const isSent = percent >= 100;
  const text = isSent ? saveWords.storing : saveWords.sending(percent);
  return (
    <div className={classes.saving}>
      <p role="status">{text}</p>
      <Progress value={percent} animated={isSent} aria-label={text} />
    </div>
  );
}

/** The billings of a sheet with several months. */
function Billings({ billings }: { billings: readonly SavedBilling[] }) {
  if (billings.length === 0) return null;
  return (
    <div className={classes.held} data-testid="import-billings">
      <p>{saveWords.billings(billings.length)}</p>
      <ul>
        {billings.map(({ id, name, rows }) => (
          <li key={id} dir="auto">
            {saveWords.rowsIn(name, rows)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function HeldRows({ work: { state } }: { work: Import }) {
  const held = state.saved?.held ?? [];
  if (held.length === 0) return null;
  return (
    <div className={classes.held}>
      <p>{saveWords.held(held.length)}</p>
      <ul>
        {held.slice(0, heldShown).map(({ row, reason }) => (
          <li key={row}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

function Counts({ work }: { work: Import }) {
  const { saved, fileName, summary, book } = work.state;
  if (!saved) return null;
  const name = fileName ?? '';
  const { counts, explain } = saveWords;
  const rows = saved.added + saved.updated + saved.skipped + saved.refused;
  return (
    <>
      <p className={classes.done} data-partly={saved.refused > 0 || undefined}>
        {saved.refused > 0 ? (
          <IconAlertTriangle size={20} stroke={1.8} aria-hidden />
        ) : (
          <IconCircleCheck size={20} stroke={1.8} aria-hidden />
        )}
        {saved.refused > 0 ? saveWords.savedBut(name, saved.refused) : saveWords.saved(name)}
      </p>
      <dl className={classes.counts} data-testid="import-counts">
        {Object.entries(counts).map(([key, label]) => (
          <div key={key} data-count={key}>
            <dt>{label}</dt>
            <dd>{saved[key as keyof typeof counts].toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.text}>{saveWords.sum(rows)}</p>
      {saved.children && saved.children.added + saved.children.updated > 0 && (
        <p className={classes.text}>{childWords.saved(saved.children)}</p>
      )}
      <Billings billings={saved.billings ?? []} />
      {saved.skipped > 0 && <p className={classes.text}>{explain.skipped}</p>}
      <HeldRows work={work} />
      {saved.refused > 0 && <p className={classes.text}>{explain.refused[book?.kind ?? 'bills']}</p>}
      {(summary?.errors ?? 0) > 0 && <ProblemsButton work={work} />}
    </>
  );
}

/** Shows the progress of the save, and then its result. */
export function SaveStep({ work }: { work: Import }) {
  const { doing, saved, trouble } = work.state;
  return (
    <div className={classes.save}>
      {doing === 'saving' && <Saving work={work} />}
      {trouble && <Notice title={saved ? '' : saveWords.unclear} text={trouble.sentence} />}
      {saved && <Counts work={work} />}
    </div>
  );
}

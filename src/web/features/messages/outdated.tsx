import { Button } from '@mantine/core';
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs';
import { formatDay } from '#shared/dates.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outdatedWords } from '#shared/words/sending.ts';
import { useApprovals } from '../../lib/approvals.ts';
import { useSession } from '../../lib/session.ts';
import { isOffered } from '../../lib/templates.ts';
import { toastDone } from '../../ui/toast.ts';
import type { Plan } from './api.ts';
import { labelsToUse, replaceOutdated, sayOutdated, stillSaid, templateInstead } from './outdated-rules.ts';
import type { Letter } from './rules.ts';
import { nowIn, readLater } from './when.ts';
import classes from './windows.module.css';
import { fillFromTemplate } from './windows.tsx';

type Props = { letter: Letter; plan: Pick<Plan, 'outdated' | 'families' | 'windows'> };

/** The values of the text that are not right any more, and the line that says so. */
function useOutdated({ letter, plan }: Props) {
  const { timeZone } = useSession();
  const outdated = stillSaid(plan.outdated, letter.message);
  const day = letter.later ? readLater(letter.later).day : undefined;
  const when = day === undefined || day === nowIn(timeZone, new Date()).day ? undefined : formatDay(day);
  return { outdated, line: outdated.length === 0 ? '' : sayOutdated(outdated, plan.families, when) };
}

/** In the last look before a message goes. */
export function OutdatedLine({ className, ...props }: Props & { className: string | undefined }) {
  const { line } = useOutdated(props);
  return line === '' ? null : <p className={className}>{line}</p>;
}

type Change = (change: Partial<Letter>) => void;

/** Chooses a template that fits, or writes what fits into this text; a press on Undo brings the old text back. */
function Mend({ letter, plan, onChange }: Props & { onChange: Change }) {
  const { outdated } = useOutdated({ letter, plan });
  const { isNeeded, ready, templates } = useApprovals();
  const offered = isNeeded ? ready : templates.filter(isOffered);
  const template = templateInstead(outdated, letter, offered);
  const labels = labelsToUse(outdated);
  if (template)
    return (
      <Button variant="default" size="xs" onClick={() => fillFromTemplate(template, { letter, onChange })}>
        {outdatedWords.take(template.title)}
      </Button>
    );
  // An approved template with another text would not be approved any more.
  if (labels.length === 0 || plan.windows?.isApproved) return null;
  const replace = (): void => {
    const { templateID, message } = letter;
    onChange({ message: replaceOutdated(outdated, message) });
    const act = (): void => onChange({ templateID, message });
    toastDone(outdatedWords.replaced(labels), { label: commonWords.undo, act });
  };
  return (
    <Button variant="default" size="xs" onClick={replace}>
      {outdatedWords.replace(labels)}
    </Button>
  );
}

/** Says, before a message goes, what it would say wrongly, with the way to mend it. It never keeps it from going. */
export function OutdatedNote(props: Props & { onChange: Change }) {
  const { line } = useOutdated(props);
  if (line === '') return null;
  return (
    <section className={classes.note} aria-label={outdatedWords.title} data-testid="outdated">
      <p>
        <IconCalendarOff size={16} stroke={1.8} aria-hidden />
        <span>{line}</span>
      </p>
      <Mend {...props} />
    </section>
  );
}

import { Button } from '@mantine/core';
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs';
import { formatDay } from '#shared/time/dates.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outdatedWords } from '#shared/words/sending.ts';
import { useApprovals } from '../../lib/approvals.ts';
import { useSession } from '../../lib/session.ts';
import { isOffered } from '../../lib/templates.ts';
import { toastDone } from '../../ui/toast.ts';
import type { Plan } from './api.ts';
import { labelsToUse, replaceOutdated, sayOutdated, stillInText, templateInstead } from './outdated-rules.ts';
import type { MessageContent } from './rules.ts';
import { nowIn, readLater } from './when.ts';
import classes from './windows.module.css';
import { fillFromTemplate } from './windows.tsx';

type Props = { content: MessageContent; plan: Pick<Plan, 'outdated' | 'families' | 'windows'> };

/** Returns the outdated values of the text, and the line that warns about them. */
function useOutdated({ content, plan }: Props) {
  const { timeZone } = useSession();
  const outdated = stillInText(plan.outdated, content.message);
  const day = content.later ? readLater(content.later).day : undefined;
  const when = day === undefined || day === nowIn(timeZone, new Date()).day ? undefined : formatDay(day);
  return { outdated, line: outdated.length === 0 ? '' : sayOutdated(outdated, plan.families, when) };
}

/** The warning about outdated values, for the confirmation before a send. */
export function OutdatedLine({ className, ...props }: Props & { className: string | undefined }) {
  const { line } = useOutdated(props);
  return line === '' ? null : <p className={className}>{line}</p>;
}

type Change = (change: Partial<MessageContent>) => void;

/**
 * A button that removes the outdated values: it takes a template with the right values, or replaces the values in the
 * text. Undo restores the old text.
 */
function FixButton({ content, plan, onChange }: Props & { onChange: Change }) {
  const { outdated } = useOutdated({ content, plan });
  const { isNeeded, ready, templates } = useApprovals();
  const offered = isNeeded ? ready : templates.filter(isOffered);
  const template = templateInstead(outdated, content, offered);
  const labels = labelsToUse(outdated);
  if (template)
    return (
      <Button variant="default" size="xs" onClick={() => fillFromTemplate(template, { content, onChange })}>
        {outdatedWords.take(template.title)}
      </Button>
    );
  // If the text of an approved template is changed, its approval is lost. So the button does not replace values there.
  if (labels.length === 0 || plan.windows?.isApproved) return null;
  const replace = (): void => {
    const { templateID, message } = content;
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

/**
 * Warns about outdated values while the message is being written, and offers a correction. It never prevents a send.
 */
export function OutdatedNote(props: Props & { onChange: Change }) {
  const { line } = useOutdated(props);
  if (line === '') return null;
  return (
    <section className={classes.note} aria-label={outdatedWords.title} data-testid="outdated">
      <p>
        <IconCalendarOff size={16} stroke={1.8} aria-hidden />
        <span>{line}</span>
      </p>
      <FixButton {...props} />
    </section>
  );
}

import { Button } from '@mantine/core';
import IconClockOff from '@tabler/icons-react/dist/esm/icons/IconClockOff.mjs';
import type { Template } from '#shared/calls/templates.ts';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { commonWords } from '#shared/words/screen.ts';
import { standingWords, windowWords } from '#shared/words/templates.ts';
import { standingOf, useApprovals } from '../../lib/approvals.ts';
import { isUnchanged } from '../../lib/templates.ts';
import { NameText } from '../../ui/name-text.tsx';
import { toastDone } from '../../ui/toast.ts';
import type { Plan } from './api.ts';
import type { MessageContent } from './rules.ts';
import { sayDelivery, type Windows } from './window-rules.ts';
import classes from './windows.module.css';

type OfferProps = {
  content: MessageContent;
  onChange: (change: Partial<MessageContent>) => void;
  /** Opens the page with all templates. Undefined if this is not possible here. */
  onTemplates?: (() => void) | undefined;
};

/** Replaces the text by that of a template. A toast offers to restore the user's own text. */
export function fillFromTemplate(template: Template, { content, onChange }: OfferProps): void {
  const { templateID, message, media } = content;
  onChange({ templateID: template.id, message: template.message, media: template.media });
  if (message.trim() === '') return;
  const act = (): void => onChange({ templateID, message, media });
  toastDone(windowWords.taken(template.title), { label: commonWords.undo, act });
}

/** Says why the chosen template cannot be used for the send. Shows nothing if no template is chosen. */
function TemplateProblem({ content, ...offer }: OfferProps) {
  const { templates, approvalOf } = useApprovals();
  const chosen = templates.find(({ id }) => id === content.templateID);
  const approval = chosen && approvalOf(chosen.id);
  if (!chosen || !approval) return null;
  const standing = standingOf(approval);
  if (standing !== 'approved') return <p>{windowWords.notApproved(chosen.title, standingWords[standing])}</p>;
  if (isUnchanged(content, chosen)) return null;
  return (
    <>
      <p>{windowWords.changed(chosen.title)}</p>
      <Button variant="default" size="xs" onClick={() => fillFromTemplate(chosen, { content, ...offer })}>
        {windowWords.takeBack}
      </Button>
    </>
  );
}

/** Lists the other approved templates. A press on a template takes its text. */
function ApprovedTemplates(props: OfferProps) {
  const { ready } = useApprovals();
  const { content, onTemplates } = props;
  const others = ready.filter(({ id }) => id !== content.templateID);
  if (ready.length === 0) {
    return (
      <>
        <p>{windowWords.noneApproved}</p>
        {onTemplates && (
          <Button variant="default" size="xs" onClick={onTemplates}>
            {windowWords.toTemplates}
          </Button>
        )}
      </>
    );
  }
  return (
    others.length > 0 && (
      <>
        <h3 id="approved-templates">{windowWords.choose}</h3>
        <ul aria-labelledby="approved-templates">
          {others.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                className={classes.choose}
                onClick={() => fillFromTemplate(template, props)}
              >
                <NameText text={template.title} className={classes.title} />
                <NameText text={withoutMarks(template.message)} className={classes.excerpt} />
              </button>
            </li>
          ))}
        </ul>
      </>
    )
  );
}

/** Says how many messages are sent as free text, and how many with the approved template. */
export function DeliveryNote({ windows }: { windows: Windows }) {
  return (
    <p className={classes.ways} data-testid="ways">
      {sayDelivery(windows)}
    </p>
  );
}

/**
 * Says how many recipients free text reaches, and how to reach the others. Shows nothing if the provider has no
 * customer service window.
 */
export function WindowsNote({ windows, ...props }: OfferProps & { windows: Plan['windows'] }) {
  if (!windows || windows.open + windows.closed === 0) return null;
  if (windows.isApproved || windows.closed === 0) return <DeliveryNote windows={windows} />;
  return (
    <section className={classes.note} aria-label={windowWords.title} data-testid="windows">
      <p>
        <IconClockOff size={16} stroke={1.8} aria-hidden />
        <span>{sayDelivery(windows)}</span>
      </p>
      <TemplateProblem {...props} />
      <ApprovedTemplates {...props} />
    </section>
  );
}

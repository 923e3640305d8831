import { Button, Checkbox, Select } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useState } from 'react';
import type { Approval } from '#shared/calls/approvals.ts';
import { templateCategories, templateLanguages } from '#shared/messages/template-choices.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { approvalWords } from '#shared/words/templates.ts';
import { ApprovalState } from '../../lib/approval-state.tsx';
import { maySubmit, type Standing, standingOf } from '../../lib/approvals.ts';
import { useSession } from '../../lib/session.ts';
import type { Submission } from './api.ts';
import classes from './approval.module.css';
import { languageOf, sayCategory, sayLanguage } from './rules.ts';

const languages = templateLanguages.map((value) => ({ value, label: sayLanguage(value) }));
const categories = templateCategories.map((value) => ({ value, label: sayCategory(value) }));

type Props = {
  /** Undefined if the template was never saved. */
  approval: Approval | undefined;
  message: string;
  mayBeApproved: boolean;
  /** Whether the text differs from the stored text. */
  isTouched: boolean;
  isBusy: boolean;
  /** Undefined if the user has no right to submit a template. */
  onSubmit?: ((submission: Submission) => void) | undefined;
};

/** Lists the reasons why WhatsApp would not approve the current text. */
export function ApprovalProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div className={classes.problems} data-testid="approval-problems">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <div>
        <b>{approvalWords.problems}</b>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Describes the approval state in words. */
function StandingText({ approval, standing }: { approval: Approval | undefined; standing: Standing }) {
  const { timeZone } = useSession();
  const { submittedAt, syncedAt, reason, category, language } = approval ?? {};
  return (
    <div className={classes.stand}>
      {reason && standing !== 'approved' && <p className={classes.reason}>{reason}</p>}
      <p>
        {approvalWords.meaning[standing]}
        {submittedAt &&
          ` ${approvalWords.submittedAs(sayCategory(category ?? ''), sayLanguage(language ?? ''))}`}
        {syncedAt && ` ${approvalWords.syncedAt(formatInstant(syncedAt, timeZone))}`}
      </p>
    </div>
  );
}

function SubmitForm({ message, mayBeApproved, isTouched, isBusy, onSubmit }: Omit<Props, 'approval'>) {
  const [language, setLanguage] = useState<Submission['language'] | null>(null);
  const [category, setCategory] = useState<Submission['category']>('UTILITY');
  const [stopButton, setStopButton] = useState(true);
  const chosen = language ?? languageOf(message);
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={approvalWords.language}
          data={languages}
          value={chosen}
          allowDeselect={false}
          onChange={(value) => setLanguage(templateLanguages.find((known) => known === value) ?? null)}
        />
        <Select
          label={approvalWords.category}
          data={categories}
          value={category}
          allowDeselect={false}
          onChange={(value) => setCategory(templateCategories.find((known) => known === value) ?? 'UTILITY')}
        />
      </div>
      <p className={classes.hint}>{approvalWords.categoryHints[category]}</p>
      <Checkbox
        label={approvalWords.stopButton}
        description={approvalWords.stopButtonHint}
        checked={stopButton}
        onChange={(event) => setStopButton(event.currentTarget.checked)}
      />
      <Button
        className={classes.submit}
        variant="default"
        disabled={!mayBeApproved || message.trim() === ''}
        loading={isBusy}
        onClick={() => onSubmit?.({ language: chosen, category, stopButton })}
      >
        {isTouched ? approvalWords.saveAndSubmit : approvalWords.submit}
      </Button>
    </>
  );
}

/** Shows the approval state of a template, and the form that submits the template. */
export function ApprovalSection({ approval, ...props }: Props) {
  const { isTouched, onSubmit } = props;
  const stored = approval ? standingOf(approval) : 'none';
  const losesApproval = isTouched && !maySubmit(stored);
  return (
    <section className={classes.section} aria-label={approvalWords.title} data-testid="approval">
      <h3>
        {approvalWords.title}
        <ApprovalState standing={stored} />
      </h3>
      {losesApproval ? (
        <p className={classes.hint}>{approvalWords.costs}</p>
      ) : (
        <StandingText approval={approval} standing={stored} />
      )}
      {onSubmit && (maySubmit(stored) || isTouched) && <SubmitForm {...props} />}
    </section>
  );
}

import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { VersionedTemplate } from '#shared/calls/templates.ts';
import { longestTitle } from '#shared/limits.ts';
import { placeholderNames } from '#shared/messages/placeholders.ts';
import { paperOf } from '#shared/messages/reminder-rules.ts';
import { templateProblems } from '#shared/messages/template-problems.ts';
import { commonWords } from '#shared/words/screen.ts';
import { mediaWords, templateWords } from '#shared/words/templates.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useApprovals } from '../../lib/approvals.ts';
import { History } from '../../lib/history.tsx';
import { MessageField } from '../../lib/message-field.tsx';
import { PaperSwitch } from '../../lib/paper-switch.tsx';
import { useRights, useSession } from '../../lib/session.ts';
import { MediaField } from '../../ui/media-field.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { Panel } from '../../ui/panel.tsx';
import { ApprovalProblems, ApprovalSection } from './approval-section.tsx';
import { askAndRemoveTemplate } from './remove-template.ts';
import { withOccasion } from './rules.ts';
import { SendOnField } from './send-on-field.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { useTemplateForm } from './use-template-form.ts';

type Props = {
  /** The template as it was when the form opened. Undefined for a new template. */
  template: VersionedTemplate | undefined;
  /** The billings, from which the preview takes a real bill. */
  groups: readonly GroupSummary[];
  /** Reports whether the form has changes that are not saved. */
  onTouched: (isTouched: boolean) => void;
  onSaved: (saved: VersionedTemplate) => void;
  onRemoved: () => void;
  onBack: () => void;
  /** Undefined if the form is a page of its own. */
  onClose?: (() => void) | undefined;
};

/** The form of a template. */
export function TemplateForm(props: Props) {
  const { template, groups, onTouched, onSaved, onRemoved, onBack, onClose } = props;
  const rights = useRights();
  const { stored, form, change, isTouched, isTried, refused, isBusy, isLoading, upload, save, submit } =
    useTemplateForm(template, { onTouched, onSaved });
  const { isNeeded, approvalOf } = useApprovals();
  const approval = stored && approvalOf(stored.id);
  const isWritten = isNeeded && form.message.trim() !== '';
  const { campuses, cId } = useSession();
  const campus = campuses.find(({ id }) => id === cId)?.name ?? '';
  const problems = isWritten ? templateProblems(form, campus) : [];
  const footer = (
    <>
      {stored && rights.delete && (
        <Button
          variant="default"
          mr="auto"
          c="var(--q-unpaid)"
          onClick={() => void askAndRemoveTemplate(stored, onRemoved)}
          disabled={isBusy}
        >
          {templateWords.remove}
        </Button>
      )}
      <Button onClick={() => void save()} loading={isBusy} disabled={isLoading}>
        {commonWords.save}
      </Button>
    </>
  );
  return (
    <Panel
      title={template ? templateWords.editPanel : templateWords.newPanel}
      before={
        <ActionIcon aria-label={templateWords.backToList} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.6} />
        </ActionIcon>
      }
      closeLabel={commonWords.close}
      onClose={onClose}
      footer={footer}
    >
      <TextInput
        label={templateWords.name}
        placeholder={templateWords.nameHint}
        value={form.title}
        attributes={ownDirection(form.title)}
        maxLength={longestTitle}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={isTried && form.title.trim() === '' ? templateWords.titleRequired : refused.title}
      />
      <MessageField
        value={form.message}
        mayWrite
        hasMedia={form.media !== ''}
        values={placeholderNames}
        marksEach
        onChange={(message) => change({ message })}
        error={isTried && form.message.trim() === '' ? toasts.errors.message : refused.message}
      />
      <ApprovalProblems problems={problems} />
      <MediaField
        words={mediaWords}
        url={form.media}
        isLoading={isLoading}
        error={refused.media}
        onFile={(file) => void upload(file)}
        onRemove={() => change({ media: '' })}
      />
      <PaperSwitch
        kind={paperOf(form)}
        media={form.media}
        isDisabled={isLoading}
        onChange={(media) => change({ media })}
      />
      <SendOnField
        value={form.sendOn}
        error={refused.sendOn}
        onChange={(sendOn) => change(withOccasion(form, sendOn))}
      />
      {isNeeded && (
        <ApprovalSection
          approval={approval}
          message={form.message}
          mayBeApproved={problems.length === 0}
          isTouched={isTouched || stored === undefined}
          isBusy={isBusy || isLoading}
          onSubmit={rights.edit ? (submission) => void submit(submission) : undefined}
        />
      )}
      <TemplatePreview {...form} groups={groups} />
      {stored && <History kind="template" id={stored.id} />}
    </Panel>
  );
}

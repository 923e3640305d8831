import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useEffect, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { Template } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { longestSendOn, longestTitle } from '#shared/limits.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { templateWords } from '#shared/words/templates.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useRights } from '../../lib/session.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { MediaField } from '../../ui/media-field.tsx';
import { MessageField } from '../../ui/message-field.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { saveTemplate } from './api.ts';
import { askAndRemoveTemplate } from './remove-template.ts';
import { type TemplateForm as Form, formOf, isChanged, whyNotSave } from './rules.ts';
import { TemplatePreview } from './template-preview.tsx';

type Props = {
  /** As it was when it was opened; absent: a new one is made. */
  template: Template | undefined;
  /** For a preview with a real bill. */
  groups: readonly GroupSummary[];
  /** Whether leaving would lose something. */
  onTouched: (isTouched: boolean) => void;
  onSaved: (saved: Template) => void;
  onRemoved: () => void;
  onBack: () => void;
  onClose: () => void;
};

/** What is written, and the file that is on its way up. */
function useForm(template: Template | undefined, onTouched: (isTouched: boolean) => void) {
  const [first] = useState(() => formOf(template));
  const [form, setForm] = useState(first);
  const change = (part: Partial<Form>): void => setForm((before) => ({ ...before, ...part }));
  const { isLoading, upload } = useUpload(
    (media) => change({ media }),
    (error) => toastError(toasts.errorTitle, sentenceOf(error)),
  );
  const isTouched = isLoading || isChanged(form, first);
  useEffect(() => onTouched(isTouched), [onTouched, isTouched]);
  return { form, change, isLoading, upload };
}

/** Another may have deleted it: what was written is not lost, and how to keep it is said. */
const whyNotSaved = (error: unknown): string =>
  error instanceof Failure && error.code === 'notFound' ? templateWords.goneMeanwhile : sentenceOf(error);

/** Writes a template. */
export function TemplateForm(props: Props) {
  const { template, groups, onTouched, onSaved, onRemoved, onBack, onClose } = props;
  const rights = useRights();
  const { form, change, isLoading, upload } = useForm(template, onTouched);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setTried(true);
    const reason = whyNotSave(form);
    if (reason !== undefined) return toastError(toasts.errorTitle, reason);
    setBusy(true);
    try {
      const saved = await saveTemplate(template?.id, form);
      toastDone(template ? templateWords.updated : templateWords.added);
      onSaved(saved);
    } catch (error) {
      toastError(toasts.errorTitle, whyNotSaved(error));
      setBusy(false);
    }
  };
  const footer = (
    <>
      {template && rights.delete && (
        <Button
          variant="default"
          mr="auto"
          c="var(--q-unpaid)"
          onClick={() => void askAndRemoveTemplate(template.id, onRemoved)}
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
        error={isTried && form.title.trim() === '' && templateWords.titleRequired}
      />
      <MessageField
        value={form.message}
        mayWrite
        hasMedia={form.media !== ''}
        onChange={(message) => change({ message })}
        error={isTried && form.message.trim() === '' ? toasts.errors.message : undefined}
      />
      <MediaField
        url={form.media}
        isLoading={isLoading}
        onFile={(file) => void upload(file)}
        onRemove={() => change({ media: '' })}
      />
      <TextInput
        label={templateWords.sendOn}
        description={templateWords.sendOnText}
        placeholder={templateWords.sendOnHint}
        value={form.sendOn}
        attributes={ownDirection(form.sendOn)}
        maxLength={longestSendOn}
        onChange={(event) => change({ sendOn: event.currentTarget.value })}
      />
      <TemplatePreview message={form.message} media={form.media} groups={groups} />
    </Panel>
  );
}

import { useState } from 'react';
import type { VersionedTemplate } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { approvalWords, templateWords } from '#shared/words/templates.ts';
import { toasts } from '#shared/words/toasts.ts';
import { queryClient } from '../../lib/query-client.ts';
import { templatesQuery } from '../../lib/templates.ts';
import { useAction } from '../../lib/use-action.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type Submission, saveTemplate, submitTemplate } from './api.ts';
import { formOf, isChanged, type TemplateForm, whyNotSave, withOther } from './rules.ts';

/** Shows why the save failed. If somebody else has deleted the template, it says how to save the input anyway. */
function showError(error: unknown): void {
  const isGone = error instanceof Failure && error.code === 'notFound';
  toastError(toasts.errorTitle, isGone ? templateWords.goneMeanwhile : sentenceOf(error));
}

/** The template as it is stored, and the form that changes it. */
function useStoredForm(template: VersionedTemplate | undefined) {
  /** A new template that was saved but not submitted exists already. */
  const [stored, setStored] = useState(template);
  const [form, setForm] = useState(() => formOf(template));
  /** Reads again what somebody else has saved, so that the next save is based on that. */
  const takeOther = async (): Promise<void> => {
    const templates = await queryClient.fetchQuery({ ...templatesQuery, staleTime: 0 });
    const other = templates.find(({ id }) => id === stored?.id);
    if (!stored || !other) return;
    setForm((typed) => withOther(typed, stored, other));
    setStored(other);
  };
  return { stored, setStored, form, setForm, takeOther };
}

type Ways = { onTouched: (isTouched: boolean) => void; onSaved: (saved: VersionedTemplate) => void };

/** The state of the form: text, upload, saving and submitting. */
export function useTemplateForm(template: VersionedTemplate | undefined, { onTouched, onSaved }: Ways) {
  const { stored, setStored, form, setForm, takeOther } = useStoredForm(template);
  const [isTried, setTried] = useState(false);
  const { isBusy, issues, run, clearError } = useAction({ onStale: takeOther, showError });
  const { isLoading, upload, problem, ...uploading } = useUpload((media) => change({ media }));
  const change = (part: Partial<TemplateForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    clearError();
    uploading.clearError();
  };
  const isTouched = isLoading || isChanged(form, formOf(stored));
  useTouched(isTouched, onTouched);

  const store = async (): Promise<VersionedTemplate> => {
    const saved = await saveTemplate(stored, form);
    setStored(saved);
    return saved;
  };
  const attempt = async (act: () => Promise<VersionedTemplate>, done: string): Promise<void> => {
    setTried(true);
    const reason = whyNotSave(form);
    if (reason !== undefined) return toastError(toasts.errorTitle, reason);
    await run(async () => {
      const saved = await act();
      toastDone(done);
      onSaved(saved);
    });
  };
  const refused: Partial<Record<string, string>> = {
    ...issues,
    ...(problem !== undefined && { media: problem }),
  };
  const save = () => attempt(store, stored ? templateWords.updated : templateWords.added);
  const submit = (submission: Submission) =>
    attempt(async () => {
      const saved = stored && !isTouched ? stored : await store();
      await submitTemplate(saved.id, submission);
      return saved;
    }, approvalWords.submitted);
  return { stored, form, change, isTouched, isTried, refused, isBusy, isLoading, upload, save, submit };
}

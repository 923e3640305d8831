import type { Template } from '#shared/calls/templates.ts';
import { commonWords } from '#shared/words/screen.ts';
import { templateWords } from '#shared/words/templates.ts';
import { deleteConfirmation } from '#shared/words/toasts.ts';
import { undoOf } from '../../lib/restore.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { removeTemplate } from './api.ts';

/** Asks the question of the spec and deletes a template. */
export async function askAndRemoveTemplate(
  { id, title: name }: Pick<Template, 'id' | 'title'>,
  onRemoved: () => void,
): Promise<void> {
  if (!(await confirm({ ...deleteConfirmation, cancel: commonWords.cancel }))) return;
  try {
    await removeTemplate(id);
    toastDone(templateWords.deleted, undoOf({ kind: 'template', id, name }));
    onRemoved();
  } catch (error) {
    toastFailure(error);
  }
}

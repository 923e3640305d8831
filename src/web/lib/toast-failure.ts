import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastError, type Undo } from '../ui/toast.ts';

/** Shows what failed and what to do now. For `catch`. */
export const toastFailure = (error: unknown): void => toastError(toasts.errorTitle, sentenceOf(error));

/** The undo button of a toast. The component that showed the toast may be closed when the person presses the button. */
export const undoBy = (undo: () => Promise<unknown>): Undo => ({
  label: commonWords.undo,
  act: () => void undo().catch(toastFailure),
});

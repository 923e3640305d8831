/** Sends a request. If the server asks something, a person answers, and the request is sent again with the answer. */
import { Question } from '#shared/failures.ts';
import { questionWords } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { askText } from '../ui/confirm.tsx';

export type PersonsAnswer = { reason?: string; confirmed?: true };

/** `otherwise`: what an empty reason means. Without it a reason must be given. */
type Options = { otherwise?: string };

/** Throws the question if the person does not answer it. */
export async function withAnswer<T>(
  send: (answer: PersonsAnswer) => Promise<T>,
  { otherwise }: Options = {},
  before: PersonsAnswer = {},
): Promise<T> {
  try {
    return await send(before);
  } catch (error) {
    if (!(error instanceof Question)) throw error;
    const isReason = error.asks.includes('reason');
    const { title, confirm, reason } = questionWords;
    const text = await askText({
      ...{ title, text: error.message, confirm, cancel: commonWords.cancel },
      ...(isReason && { field: otherwise ?? reason, mayBeEmpty: otherwise !== undefined }),
    });
    if (text === null) throw error;
    const answer = text === '' ? { confirmed: true as const } : { reason: text };
    return withAnswer(send, otherwise === undefined ? {} : { otherwise }, { ...before, ...answer });
  }
}

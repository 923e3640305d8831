import { createKept } from '../../lib/kept.ts';
import { type ChatDraft, emptyDraft, tailOf } from './rules.ts';

type Kept = ReturnType<typeof createKept<ChatDraft>>;
const drafts = new Map<string, Kept>();

function keptFor(number: string): Kept {
  const name = `chat.${tailOf(number)}`;
  const kept = drafts.get(name) ?? createKept(name, emptyDraft);
  drafts.set(name, kept);
  return kept;
}

/** What is being written to a number; what was on its way when the chat was left still ends where it began. */
export function useChatDraft(number: string): [ChatDraft, Kept['change']] {
  const kept = keptFor(number);
  return [kept.use(), kept.change];
}

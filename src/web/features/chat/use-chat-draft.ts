import { createDraftStore } from '../../lib/draft-store.ts';
import { type ChatDraft, emptyDraft, tailOf } from './rules.ts';

type ChatDraftStore = ReturnType<typeof createDraftStore<ChatDraft>>;
const drafts = new Map<string, ChatDraftStore>();

function storeFor(number: string): ChatDraftStore {
  const name = `chat.${tailOf(number)}`;
  const store = drafts.get(name) ?? createDraftStore(name, emptyDraft);
  drafts.set(name, store);
  return store;
}

/** The draft for a number. A send that was under way when the chat was left still ends in its own draft. */
export function useChatDraft(number: string): [ChatDraft, ChatDraftStore['change']] {
  const store = storeFor(number);
  return [store.use(), store.change];
}

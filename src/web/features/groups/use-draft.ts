import { createDraftStore } from '../../lib/draft-store.ts';
import { type BillingDraft, draftForFile, type GroupForm } from './rules.ts';

const noDraft: BillingDraft = { typed: {}, fileName: null };
const draft = createDraftStore('billing-draft', noDraft);

/** The draft of a new billing. */
export const useBillingDraft = () => ({
  ...draft.use(),
  type: (typed: Partial<GroupForm>) => draft.change({ typed }),
  chooseFile: (fileName: string) => draft.change(draftForFile(draft.current(), fileName)),
  forget: () => draft.change(noDraft),
});

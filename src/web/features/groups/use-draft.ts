import { createDraftStore } from '../../lib/draft-store.ts';
import type { GroupForm } from './rules.ts';

type BillingDraft = {
  /** Null: nothing was written yet. */
  form: GroupForm | null;
  /** Its month was chosen by hand, and is not the file's to say. */
  isChosen: boolean;
};

const noDraft: BillingDraft = { form: null, isChosen: false };
const draft = createDraftStore('billing-draft', noDraft);

/** The new billing that is being written. */
export const useBillingDraft = () => ({
  ...draft.use(),
  change: draft.change,
  forget: () => draft.change(noDraft),
});

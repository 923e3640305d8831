import { createDraftStore } from '../../lib/draft-store.ts';
import type { GroupForm } from './rules.ts';

/** What a person wrote or chose of a new billing; the other fields are for the file to fill. */
type BillingDraft = { typed: Partial<GroupForm> };

const noDraft: BillingDraft = { typed: {} };
const draft = createDraftStore('billing-draft', noDraft);

/** The new billing that is being written. */
export const useBillingDraft = () => ({
  ...draft.use(),
  type: (typed: Partial<GroupForm>) => draft.change({ typed }),
  forget: () => draft.change(noDraft),
});

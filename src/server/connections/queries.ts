import type { Scope } from '../auth/scope.ts';

/** What another account approved says nothing of this one. */
export async function deleteApprovals(scope: Scope): Promise<void> {
  await scope.db.deleteFrom('approval').where('campusID', '=', scope.campusID).execute();
}

/** It went another way meanwhile: whose account these were is not known any more, nor what WhatsApp says of them now. */
export async function askAnewForApprovals(scope: Scope): Promise<void> {
  await scope.db
    .updateTable('approval')
    .set({ state: 'pending', reason: '', syncedAt: null })
    .where('campusID', '=', scope.campusID)
    .execute();
}

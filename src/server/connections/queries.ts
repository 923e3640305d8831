import type { Scope } from '../auth/scope.ts';

/** What another account approved says nothing of this one. */
export async function deleteApprovals(scope: Scope): Promise<void> {
  await scope.db.deleteFrom('approval').where('campusID', '=', scope.campusID).execute();
}

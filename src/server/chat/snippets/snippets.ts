/** Adds, changes and removes quick answers. The rights to templates also apply to quick answers. */
import { calls } from '#shared/calls/all.ts';
import type { Snippet, SnippetDetails } from '#shared/calls/snippets.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween } from '#shared/trail.ts';
import { refuseStale } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { checkText } from '../../templates/templates-rules.ts';
import { recordChange } from '../../trail/trail.ts';
import { deleteSnippet, findSnippet, insertSnippet, updateSnippet } from './snippets-queries.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

const aboutSnippet = ({ id, title }: Snippet) => ({ kind: 'snippet' as const, id, name: title });

/** Throws when the text contains an unknown placeholder. */
export async function addSnippet(scope: Scope, deps: Deps, snippet: SnippetDetails): Promise<Snippet> {
  checkText(snippet.message);
  const at = deps.now().toISOString();
  const added = await inTransaction(scope, async (scope) => {
    const added = await insertSnippet(scope, snippet, at);
    await recordChange(scope, { what: 'snippetAdded', at, about: aboutSnippet(added) });
    return added;
  });
  deps.bus.publish(scope.campusID, { what: 'templates' });
  return added;
}

/** Throws when somebody else has changed the quick answer since `version`. */
export async function changeSnippet(
  scope: Scope,
  deps: Deps,
  { id, snippet, version }: { id: number; snippet: SnippetDetails; version: string | undefined },
): Promise<Snippet> {
  checkText(snippet.message);
  const at = deps.now().toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    const before = await findSnippet(scope, id);
    if (before) refuseStale(calls.updateSnippet, before, { version });
    const changed = await updateSnippet(scope, id, snippet);
    if (!before || !changed) throw notFound();
    const changes = changesBetween({ title: before.title }, { title: changed.title });
    const isTextChanged = before.message !== changed.message;
    if (isTextChanged || Object.keys(changes).length > 0) {
      const about = aboutSnippet(changed);
      await recordChange(scope, { what: 'snippetChanged', at, about, changes, details: { isTextChanged } });
    }
    return changed;
  });
  deps.bus.publish(scope.campusID, { what: 'templates' });
  return changed;
}

export async function removeSnippet(scope: Scope, deps: Deps, snippetID: number): Promise<void> {
  const at = deps.now().toISOString();
  await inTransaction(scope, async (scope) => {
    const removed = await deleteSnippet(scope, snippetID);
    if (!removed) throw notFound();
    await recordChange(scope, { what: 'snippetRemoved', at, about: aboutSnippet(removed) });
  });
  deps.bus.publish(scope.campusID, { what: 'templates' });
}

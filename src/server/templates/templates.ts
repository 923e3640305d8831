import { calls } from '#shared/calls/all.ts';
import type { Template, TemplateDetails } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween } from '#shared/trail.ts';
import { refuseStale } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../auth/campus-lock.ts';
import type { Scope } from '../auth/scope.ts';
import { binnedRows, putInBin } from '../bin/bin.ts';
import type { Restore } from '../bin/model.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/db/store.ts';
import { recordChange } from '../trail/trail.ts';
import { findSubmitted, putSubmitted } from './approvals/approvals-queries.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  putBackTemplate,
  updateTemplate,
} from './templates-queries.ts';
import { checkPaper, checkText } from './templates-rules.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

const aboutTemplate = ({ id, title }: Pick<Template, 'id' | 'title'>) => ({
  kind: 'template' as const,
  id,
  name: title,
});

/** The fields for the audit log. The text itself is not logged; a changed text is only marked as changed. */
const trailFieldsOf = ({ title, media, sendOn }: Template) => ({ title, media: media || null, sendOn });

/** Fails when the text contains an unknown placeholder. */
export async function addTemplate(scope: Scope, deps: Deps, template: TemplateDetails): Promise<Template> {
  checkText(template.message);
  const at = deps.now().toISOString();
  const added = await inTransaction(scope, async (scope) => {
    const added = await insertTemplate(scope, template, at);
    checkPaper(added);
    await recordChange(scope, { what: 'templateAdded', at, about: aboutTemplate(added) });
    return added;
  });
  deps.bus.publish(scope.campusID, { what: 'templates' });
  return added;
}

/** Fails when the template has changed since the caller read it. */
export async function changeTemplate(
  scope: Scope,
  deps: Deps,
  change: { id: number; template: TemplateDetails; version: string | undefined },
): Promise<Template> {
  checkText(change.template.message);
  const at = deps.now().toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    const before = await findTemplate(scope, change.id);
    if (before) refuseStale(calls.updateTemplate, before, change);
    const changed = await updateTemplate(scope, change.id, change.template);
    if (!before || !changed) throw notFound();
    checkPaper(changed);
    const changes = changesBetween(trailFieldsOf(before), trailFieldsOf(changed));
    const isTextChanged = before.message !== changed.message;
    if (isTextChanged || Object.keys(changes).length > 0) {
      const about = aboutTemplate(changed);
      await recordChange(scope, { what: 'templateChanged', at, about, changes, details: { isTextChanged } });
    }
    return changed;
  });
  deps.bus.publish(scope.campusID, { what: 'templates' });
  return changed;
}

/**
 * Moves a template and its approval to the bin. Sent messages keep their text. The template stays at WhatsApp while it
 * is in the bin, because WhatsApp does not allow a deleted name again.
 */
export async function removeTemplate(scope: Scope, deps: Deps, templateID: number): Promise<void> {
  const at = deps.now().toISOString();
  await inTransaction(scope, async (scope) => {
    const submitted = await findSubmitted(scope, templateID);
    const row = await deleteTemplate(scope, templateID);
    if (!row) throw notFound();
    const about = aboutTemplate(row);
    const { kind, name } = about;
    const keep = await putInBin(scope, { kind, itemID: templateID, name }, at);
    await keep('template', [row]);
    if (submitted) await keep('approval', [submitted]);
    await recordChange(scope, { what: 'templateRemoved', at, about });
  });
  deps.bus.publish(scope.campusID, { what: 'templates' });
}

/** Restores a template from the bin. Its approval is checked with WhatsApp again. */
export const restoreTemplate: Restore = async (scope, deps, entry) => {
  for await (const rows of binnedRows(scope, entry, 'template'))
    for (const row of rows) await putBackTemplate(scope, row);
  for await (const rows of binnedRows(scope, entry, 'approval'))
    for (const row of rows) await putSubmitted(scope, { ...row, syncedAt: null });
  const about = aboutTemplate({ id: entry.itemID, title: entry.name });
  await recordChange(scope, { what: 'templateRestored', at: deps.now().toISOString(), about });
  return [{ what: 'templates' }];
};

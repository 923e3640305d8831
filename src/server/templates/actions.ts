import type { Template, TemplateDetails } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { withdrawTemplate } from './approvals/actions.ts';
import { findSubmitted } from './approvals/queries.ts';
import { deleteTemplate, insertTemplate, updateTemplate } from './queries.ts';
import { checkText } from './rules.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

/** Fails when the text holds a placeholder that there is not. */
export async function addTemplate(scope: Scope, deps: Deps, template: TemplateDetails): Promise<Template> {
  checkText(template.message);
  const added = await insertTemplate(scope, template, deps.now().toISOString());
  deps.bus.publish(scope.campusID, { what: 'templates' });
  return added;
}

/** Of two people who change a template, the last one wins. */
export async function changeTemplate(
  scope: Scope,
  deps: Deps,
  change: { id: number; template: TemplateDetails },
): Promise<Template> {
  checkText(change.template.message);
  const changed = await updateTemplate(scope, change.id, change.template);
  if (!changed) throw notFound();
  deps.bus.publish(scope.campusID, { what: 'templates' });
  return changed;
}

/** What was sent with it keeps its own text. WhatsApp forgets it too, if it can be told. */
export async function removeTemplate(scope: Scope, deps: Deps, templateID: number): Promise<void> {
  const submitted = await findSubmitted(scope, templateID);
  if (!(await deleteTemplate(scope, templateID))) throw notFound();
  if (submitted) void withdrawTemplate(scope, deps, submitted.name);
  deps.bus.publish(scope.campusID, { what: 'templates' });
}

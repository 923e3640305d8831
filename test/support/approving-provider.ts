/**
 * A provider with a customer service window of 24 hours and with template approval. It keeps everything it was given.
 */

import type { Answered } from '../../src/server/whatsapp/model.ts';
import type { Outcome, Outgoing, Provider } from '../../src/server/whatsapp/port.ts';
import type { ProviderTemplate, TemplateDraft } from '../../src/server/whatsapp/templates.ts';
import { asking } from './leaving.ts';

export type Approver = ReturnType<typeof createApprover>;

export function createApprover() {
  const approver = {
    got: [] as Outgoing[],
    drafts: [] as TemplateDraft[],
    removed: [] as string[],
    /** How often the list of templates was asked for. */
    lists: 0,
    /** The templates that `list` returns. A test sets their state here. */
    listed: [] as ProviderTemplate[],
    /** When set, the next calls about templates return this in place of their answer. */
    refusal: undefined as Exclude<Answered<never>, { kind: 'done' }> | undefined,
    answer: ({ opaque }: Outgoing): Outcome => ({ kind: 'accepted', providerID: `p.${opaque}` }),
  };
  const answered = <T>(value: T): Answered<T> => approver.refusal ?? { kind: 'done', value };
  const provider: Provider = {
    windowHours: 24,
    send: asking((_sender, message) => {
      approver.got.push(message);
      return approver.answer(message);
    }),
    templates: {
      submit: async (_sender, draft) => {
        approver.drafts.push(draft);
        const { name, language, category } = draft;
        const submitted = { providerID: `t.${name}`, status: 'pending' as const, category };
        if (!approver.refusal) approver.listed.push({ ...submitted, name, language, reason: null });
        return answered(submitted);
      },
      list: async () => {
        approver.lists += 1;
        return answered(structuredClone(approver.listed));
      },
      remove: async (_sender, name) => {
        approver.removed.push(name);
        return answered(null);
      },
    },
  };
  return Object.assign(approver, { provider });
}

/** Changes what `list` says about a submitted template. */
export function decide(approver: Approver, name: string, changes: Partial<ProviderTemplate>): void {
  const template = approver.listed.find((one) => one.name === name);
  if (!template) throw new Error(`no template ${name} was submitted`);
  Object.assign(template, changes);
}

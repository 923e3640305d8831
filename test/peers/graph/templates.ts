/** Templates: created by the rules of Meta’s form, reviewed after a while, approved or rejected. */
import type { z } from 'zod';
import type { Agenda } from './agenda.ts';
import type { Change } from './hooks.ts';
import { type Ids, nextID } from './ids.ts';
import { Refusal } from './refusals.ts';
import { demand, editedTemplate, newTemplate, type Part } from './shapes.ts';
import { checkParts, findPoorReason, variablesIn } from './template-rules.ts';

export type TemplateState = 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED';

export type Template = {
  id: string;
  name: string;
  language: string;
  category: string;
  format: 'POSITIONAL' | 'NAMED';
  parts: Part[];
  status: TemplateState;
  reason: string;
  editedAt: number;
};

export type Templates = {
  all: () => Template[];
  find: (name: string, language: string) => Template | undefined;
  /** Creates a template from a request and returns the answer. */
  create: (given: unknown) => { id: string; status: string; category: string };
  edit: (id: string, given: unknown) => { success: true };
  remove: (name: string | null, id: string | null) => { success: true };
  list: (query: URLSearchParams, address: string) => object;
  fields: (id: string) => Record<string, unknown> | undefined;
  approve: (name: string, language?: string) => void;
  reject: (name: string, reason?: string) => void;
  pause: (name: string) => void;
  disable: (name: string) => void;
  recategorise: (name: string, category: string) => void;
};

export type Review = {
  /** Milliseconds until the review; null: no review, a test decides. */
  reviewAfter: number | null;
};

/** The limit of a portfolio that is not verified. */
const most = 250;
const day = 86_400_000;

export const partOf = ({ parts }: Pick<Template, 'parts'>, type: Part['type']): Part | undefined =>
  parts.find((part) => part.type === type);

const fieldsOf = (template: Template): Record<string, unknown> => ({
  id: template.id,
  name: template.name,
  language: template.language,
  status: template.status,
  category: template.category,
  parameter_format: template.format,
  components: template.parts,
  rejected_reason: template.status === 'REJECTED' ? template.reason : 'NONE',
  quality_score: { score: 'UNKNOWN', date: 0 },
});
const plainFields = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id'];

const rejection = {
  reason:
    'Your template has parameters placed next to each other (like {{1}}{{2}}) without text or punctuation between them.',
  recommendation:
    'Separate parameters with descriptive text and ensure each parameter is clearly contextualized.',
};

type Around = { agenda: Agenda; ids: Ids; tell: (change: Change) => void; handles: ReadonlySet<string> };

export function createTemplates({ agenda, ids, tell, handles }: Around, { reviewAfter }: Review) {
  const templates = new Map<string, Template>();
  const find = (name: string, language: string) =>
    [...templates.values()].find((one) => one.name === name && one.language === language);
  const named = (name: string) => [...templates.values()].filter((one) => one.name === name);

  function announce(template: Template, event: string, more: object = {}): void {
    tell({
      field: 'message_template_status_update',
      value: {
        event,
        message_template_id: Number(template.id),
        message_template_name: template.name,
        // The language has a hyphen here and nowhere else.
        message_template_language: template.language.replace('_', '-'),
        reason: 'NONE',
        message_template_category: template.category,
        ...more,
      },
    });
  }

  function become(template: Template, status: TemplateState, more: object = {}): void {
    template.status = status;
    announce(template, status, more);
  }
  const rejectOne = (template: Template, reason: string) => {
    template.reason = reason;
    become(template, 'REJECTED', {
      reason,
      ...(reason === 'INVALID_FORMAT' ? { rejection_info: rejection } : {}),
    });
  };

  function review(template: Template): void {
    if (reviewAfter === null) return;
    agenda.after(reviewAfter, () => {
      if (template.status !== 'PENDING' || !templates.has(template.id)) return;
      const reason = findPoorReason(template.parts);
      if (reason) rejectOne(template, reason);
      else become(template, 'APPROVED');
    });
  }

  function create(given: unknown) {
    const draft: z.infer<typeof newTemplate> = demand(newTemplate, given);
    if (templates.size >= most) throw new Refusal(100, { subcode: 2388019, details: 'Too many templates' });
    if (find(draft.name, draft.language)) {
      const title = 'Content in this language already exists';
      throw new Refusal(100, {
        subcode: 2388024,
        title,
        details: `There is already ${draft.language} content for this template.`,
      });
    }
    checkParts(draft.components, draft.parameter_format, handles);
    const template: Template = {
      id: nextID(ids),
      name: draft.name,
      language: draft.language,
      category: draft.category,
      format: draft.parameter_format,
      parts: draft.components,
      status: 'PENDING',
      reason: '',
      editedAt: Number.NEGATIVE_INFINITY,
    };
    templates.set(template.id, template);
    review(template);
    return { id: template.id, status: template.status, category: template.category };
  }

  function edit(id: string, given: unknown): { success: true } {
    const template = templates.get(id);
    if (!template) throw new Refusal(100, { subcode: 33 });
    const { components, category } = demand(editedTemplate, given);
    if (template.status === 'APPROVED' && template.editedAt > agenda.now() - day)
      throw new Refusal(100, {
        subcode: 2388039,
        details: 'An approved template is edited once in 24 hours',
      });
    checkParts(components, template.format, handles);
    Object.assign(template, { parts: components, status: 'PENDING', editedAt: agenda.now() });
    if (category) template.category = category;
    review(template);
    return { success: true };
  }

  function remove(name: string | null, id: string | null): { success: true } {
    const gone = named(name ?? '').filter((one) => id === null || one.id === id);
    if (gone.length === 0)
      throw new Refusal(100, {
        subcode: 2593002,
        title: 'Message Template Not Found',
        details: 'Message template not found',
      });
    for (const template of gone) {
      templates.delete(template.id);
      announce(template, 'PENDING_DELETION', { reason: null });
    }
    return { success: true };
  }

  function list(query: URLSearchParams, address: string): object {
    const status = query.get('status')?.toUpperCase();
    const fields = query.get('fields')?.split(',') ?? plainFields;
    const found = [...templates.values()].filter(
      (one) =>
        (!status || one.status === status) &&
        (!query.get('name') || one.name === query.get('name')) &&
        (!query.get('language') || one.language === query.get('language')),
    );
    const limit = Math.min(Number(query.get('limit') ?? 25), 250);
    const after = query.get('after');
    const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0;
    const page = found.slice(from, from + limit);
    const cursor = (at: number) => Buffer.from(String(at)).toString('base64url');
    const paging: Record<string, unknown> = {
      cursors: { before: cursor(from), after: cursor(from + page.length) },
    };
    if (from + page.length < found.length) {
      const next = new URLSearchParams(query);
      next.set('after', cursor(from + page.length));
      paging.next = `${address}?${next}`;
    }
    const data = page.map((one) => {
      const all = fieldsOf(one);
      return Object.fromEntries([...fields, 'id'].map((name): [string, unknown] => [name, all[name]]));
    });
    return page.length > 0 ? { data, paging } : { data };
  }

  const each = (name: string, change: (template: Template) => void) => {
    const found = named(name);
    if (found.length === 0) throw new Error(`no template is named ${name}`);
    for (const template of found) change(template);
  };
  const made: Templates = {
    all: () => [...templates.values()],
    find,
    create,
    edit,
    remove,
    list,
    fields: (id) => {
      const template = templates.get(id);
      return template && fieldsOf(template);
    },
    approve: (name, language) =>
      each(name, (one) => {
        if (!language || one.language === language) become(one, 'APPROVED');
      }),
    reject: (name, reason = 'INVALID_FORMAT') => each(name, (one) => rejectOne(one, reason)),
    pause: (name) =>
      each(name, (one) => {
        const description = 'Your WhatsApp message template has been paused.';
        become(one, 'PAUSED', { other_info: { title: 'FIRST_PAUSE', description } });
      }),
    disable: (name) => each(name, (one) => become(one, 'DISABLED')),
    recategorise: (name, category) =>
      each(name, (one) => {
        tell({
          field: 'template_category_update',
          value: {
            message_template_id: Number(one.id),
            message_template_name: one.name,
            message_template_language: one.language.replace('_', '-'),
            previous_category: one.category,
            new_category: category,
          },
        });
        one.category = category;
      }),
  };
  return made;
}

/** The body as the parent reads it. */
export function fillBody(template: Template, values: { name?: string | undefined; text: string }[]): string {
  const body = partOf(template, 'BODY')?.text ?? '';
  const names = variablesIn(body);
  return body.replace(/\{\{(\w+)\}\}/g, (all, name: string) => {
    const value =
      template.format === 'NAMED' ? values.find((one) => one.name === name) : values[names.indexOf(name)];
    return value?.text ?? all;
  });
}

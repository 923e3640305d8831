/** Submits, lists and removes templates at WhatsApp. */
import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered, Sender, TemplateStatus } from '../model.ts';
import type { ProviderDeps } from '../port.ts';
import type { ProviderTemplate, TemplateDraft, Templates } from '../templates.ts';
import { createExamples } from './examples.ts';
import { type Graph, settingsOf } from './graph.ts';
import { answerOf } from './outcomes.ts';
import { plainText, read, someText } from './parts.ts';
import { cleanProviderText, type GraphError, reportedDetails } from './refusals.ts';
import { describeFile } from './requests.ts';

/** At most 100 pages with 100 templates are read. An account may have 6,000 templates. */
const pageSize = 100;
const mostPages = 100;

/** Maps the statuses of WhatsApp. With any other status the template cannot be sent. */
const statuses: Readonly<Record<string, TemplateStatus>> = {
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  APPROVED: 'approved',
  REINSTATED: 'approved',
  UNPAUSED: 'approved',
  FLAGGED: 'approved',
  REJECTED: 'rejected',
  PAUSED: 'paused',
};
const statusOf = (name: string): TemplateStatus =>
  (Object.hasOwn(statuses, name) && statuses[name]) || 'disabled';

const rejections = {
  ABUSIVE_CONTENT: 'textBreaksRules',
  SCAM: 'textLooksLikeFraud',
  PROMOTIONAL: 'textAdvertises',
  INVALID_FORMAT: 'textFormat',
  INCORRECT_CATEGORY: 'textCategory',
  TAG_CONTENT_MISMATCH: 'textCategoryOrLanguage',
} as const;
const isRejectionCode = (word: string): word is keyof typeof rejections => Object.hasOwn(rejections, word);

/**
 * Returns why a text was rejected. If the code is unknown, the reason has WhatsApp's own text. `advice` is further text
 * of WhatsApp.
 */
export function readRejection(
  code: string | null | undefined,
  advice: readonly string[] = [],
): Reason | null {
  const word = code && code !== 'NONE' ? code : '';
  const details = advice.map(cleanProviderText).filter(Boolean).join(' ');
  if (isRejectionCode(word)) return makeReason(rejections[word], reportedDetails(details));
  const text = [cleanProviderText(word), details].filter(Boolean).join(' ');
  return text === '' ? null : makeReason('other', { text });
}

/** The reasons by the subcode in Graph's answer. */
const refusals = {
  2388019: 'tooManyTemplates',
  2388024: 'templateNameTaken',
  2388039: 'templateLockedNow',
  2388040: 'templatePartTooLong',
  2388047: 'templateMedia',
  2388072: 'templateText',
  2388073: 'templateFooter',
  2388293: 'templateTooManyValues',
  2388299: 'templateValueAtEdge',
} as const;
const refusalOf: Readonly<Record<number, (typeof refusals)[keyof typeof refusals]>> = refusals;

/**
 * Returns the reason for a refused template. The code is nearly always 100, so the subcode or WhatsApp's message for
 * people is used.
 */
function explainRefusal({ error_subcode, error_user_msg }: GraphError): { reason: Reason } | undefined {
  const reasonCode = error_subcode === undefined ? undefined : refusalOf[error_subcode];
  if (reasonCode) return { reason: makeReason(reasonCode) };
  return error_user_msg
    ? { reason: makeReason('cloudRefused', reportedDetails(cleanProviderText(error_user_msg))) }
    : undefined;
}

/**
 * Builds the body of `POST /{account}/message_templates`. `handle` is the handle of the example above the text, if
 * there is one.
 */
export function templateBody(draft: TemplateDraft, handle: string | undefined): object {
  const { name, language, category, body, examples, footer, buttons } = draft;
  const components: object[] = [];
  if (handle !== undefined) {
    const format = describeFile(draft.media).kind.toUpperCase();
    components.push({ type: 'HEADER', format, example: { header_handle: [handle] } });
  }
  components.push({
    type: 'BODY',
    text: body,
    ...(examples.length > 0 && { example: { body_text: [examples] } }),
  });
  if (footer) components.push({ type: 'FOOTER', text: footer });
  if (buttons.length > 0) {
    components.push({ type: 'BUTTONS', buttons: buttons.map((text) => ({ type: 'QUICK_REPLY', text })) });
  }
  return { name, language, category, parameter_format: 'POSITIONAL', components };
}

/**
 * An answer with an id means that the template exists, even if other fields are missing. WhatsApp would refuse a second
 * submission, because the name is then in use.
 */
const created = z.object({
  id: someText,
  status: z.string().catch('PENDING'),
  category: plainText.catch(''),
});
const listed = z.object({
  id: someText,
  name: someText,
  language: someText,
  status: z.string(),
  category: plainText,
  rejected_reason: plainText.nullish(),
});
const page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});
const removed = z.object({ success: z.literal(true) });

/** Returns why a template cannot be sent. Graph gives a reason only for a rejected template. */
function reasonOfStatus(status: TemplateStatus, rejected: string | null | undefined): Reason | null {
  if (status === 'paused') return makeReason('approvalPaused');
  if (status === 'disabled') return makeReason('approvalSwitchedOff');
  return status === 'approved' ? null : readRejection(rejected);
}

function readListed(part: unknown): ProviderTemplate[] {
  const template = read(listed, part);
  if (!template) return [];
  const { id: providerID, name, language, category, rejected_reason } = template;
  const status = statusOf(template.status);
  return [{ providerID, name, language, category, status, reason: reasonOfStatus(status, rejected_reason) }];
}

export function createTemplates(providerDeps: ProviderDeps, graph: Graph): Templates {
  const uploadExample = createExamples(providerDeps, graph);
  const pathOf = (sender: Sender): string => `${settingsOf(sender).wabaID}/message_templates`;

  const submit: Templates['submit'] = async (sender, draft) => {
    const handle = draft.media === '' ? undefined : await uploadExample(sender, draft);
    if (handle && handle.kind !== 'done') return handle;
    const json = templateBody(draft, handle?.value);
    const called = await graph.ask(sender, { method: 'POST', path: pathOf(sender), json });
    const answered = answerOf(called, created, explainRefusal);
    if (answered.kind !== 'done') return answered;
    const { id: providerID, status, category } = answered.value;
    return {
      kind: 'done',
      value: { providerID, status: statusOf(status), category: category || draft.category },
    };
  };

  const list: Templates['list'] = async (sender) => {
    const found: ProviderTemplate[] = [];
    const query: Record<string, string> = {
      fields: 'name,status,category,language,rejected_reason',
      limit: String(pageSize),
    };
    for (let pages = 0; pages < mostPages; pages += 1) {
      const answered = answerOf(await graph.ask(sender, { path: pathOf(sender), query }), page);
      if (answered.kind !== 'done') return answered;
      const { data, paging } = answered.value;
      found.push(...data.flatMap(readListed));
      const after = paging?.cursors?.after;
      // The last page also has a cursor, but no `next`.
      if (!paging?.next || !after || after === query.after) break;
      query.after = after;
    }
    return { kind: 'done', value: found };
  };

  const remove: Templates['remove'] = async (sender, name): Promise<Answered<null>> => {
    const called = await graph.ask(sender, { method: 'DELETE', path: pathOf(sender), query: { name } });
    const answered = answerOf(called, removed, explainRefusal);
    return answered.kind === 'done' ? { kind: 'done', value: null } : answered;
  };

  return { submit, list, remove };
}

/** Strict shapes of requests: an extra key is refused, as Meta does. */
import { z } from 'zod';
import { Refusal } from './refusals.ts';

const text = (most: number) => z.string().min(1).max(most);
const link = z.url({ protocol: /^https?$/ });
const mediaID = z.string().regex(/^\d{1,25}$/);

const byOne = <Shape extends z.ZodType<{ id?: string | undefined; link?: string | undefined }>>(
  shape: Shape,
) =>
  shape.refine((media) => (media.id === undefined) !== (media.link === undefined), {
    error: 'exactly one of id and link is needed',
  });
const place = { id: mediaID.optional(), link: link.optional() };
const withCaption = byOne(z.strictObject({ ...place, caption: text(1024).optional() }));
const document = byOne(
  z.strictObject({ ...place, caption: text(1024).optional(), filename: text(240).optional() }),
);
const headerMedia = byOne(z.strictObject(place));

const textParameter = z.strictObject({
  type: z.literal('text'),
  parameter_name: text(100).optional(),
  text: z.string(),
});
const headerParameter = z.discriminatedUnion('type', [
  textParameter,
  z.strictObject({ type: z.literal('image'), image: headerMedia }),
  z.strictObject({ type: z.literal('video'), video: headerMedia }),
  z.strictObject({
    type: z.literal('document'),
    document: byOne(z.strictObject({ ...place, filename: text(240).optional() })),
  }),
]);
const component = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), parameters: z.array(headerParameter).length(1) }),
  z.strictObject({ type: z.literal('body'), parameters: z.array(textParameter).min(1) }),
  z.strictObject({
    type: z.literal('button'),
    sub_type: z.literal('quick_reply'),
    index: z.union([z.string().regex(/^\d$/), z.int().min(0).max(9)]),
    parameters: z.array(z.strictObject({ type: z.literal('payload'), payload: text(256) })).length(1),
  }),
]);
const template = z.strictObject({
  name: text(512),
  language: z.strictObject({ code: text(15), policy: z.literal('deterministic').optional() }),
  components: z.array(component).min(1).optional(),
});
export type TemplateSent = z.infer<typeof template>;
export type Component = z.infer<typeof component>;

const head = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  // Without a plus Meta adds the business’s own country code. Nobody wants that, so the fake refuses it.
  to: z.string().regex(/^\+[1-9]\d{6,14}$/, 'to must be a number with its plus'),
  biz_opaque_callback_data: text(512).optional(),
  context: z.strictObject({ message_id: text(200) }).optional(),
};
export const message = z.discriminatedUnion('type', [
  z.strictObject({
    ...head,
    type: z.literal('text'),
    text: z.strictObject({ preview_url: z.boolean().optional(), body: text(4096) }),
  }),
  z.strictObject({ ...head, type: z.literal('image'), image: withCaption }),
  z.strictObject({ ...head, type: z.literal('video'), video: withCaption }),
  z.strictObject({ ...head, type: z.literal('document'), document }),
  z.strictObject({ ...head, type: z.literal('template'), template }),
]);
export type MessageSent = z.infer<typeof message>;

export const readMark = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: text(200),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});

const upper = <Word extends string>(words: readonly Word[]) =>
  z
    .string()
    .transform((word) => word.toUpperCase())
    .pipe(z.enum(words as [Word, ...Word[]]));

const button = z.strictObject({ type: upper(['QUICK_REPLY']), text: z.string() });
const part = z.strictObject({
  type: upper(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']),
  format: upper(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT']).optional(),
  text: z.string().optional(),
  buttons: z.array(button).optional(),
  example: z
    .strictObject({
      header_handle: z.array(z.string()).optional(),
      header_text: z.array(z.string()).optional(),
      body_text: z.array(z.array(z.string())).optional(),
      body_text_named_params: z
        .array(z.strictObject({ param_name: z.string(), example: z.string() }))
        .optional(),
    })
    .optional(),
});
export type Part = z.infer<typeof part>;
export const newTemplate = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/),
  category: upper(['UTILITY', 'MARKETING', 'AUTHENTICATION']),
  parameter_format: upper(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
  allow_category_change: z.boolean().optional(),
  components: z.array(part).min(1),
});
export const editedTemplate = z.strictObject({
  category: upper(['UTILITY', 'MARKETING']).optional(),
  components: z.array(part).min(1),
});
export const subscription = z.strictObject({
  override_callback_uri: link.optional(),
  verify_token: text(500).optional(),
});

type Issue = { code: string; path: PropertyKey[]; message: string; keys?: string[]; errors?: Issue[][] };

function refuse(issue: Issue, given: unknown): never {
  const name = issue.path.join('.') || 'the body';
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys?.[0];
    throw new Refusal(100, { details: `Unexpected key "${key}" on param "${name}".` });
  }
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)?.[key], given);
  if (value === undefined) throw new Refusal(131008, { details: `The parameter ${name} is required.` });
  throw new Refusal(issue.code === 'too_big' ? 100 : 131009, { details: `${name}: ${issue.message}` });
}

/** Returns the body in its shape, or throws the refusal that Meta would answer. */
export function demand<Shape extends z.ZodType>(shape: Shape, given: unknown): z.infer<Shape> {
  const { data, error } = shape.safeParse(given);
  if (error) refuse(error.issues[0] as unknown as Issue, given);
  return data as z.infer<Shape>;
}

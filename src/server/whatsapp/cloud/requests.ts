/** Builds the body of `POST /{phone number}/messages` for a message. Pure. */
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { FilledTemplate } from '../model.ts';
import type { Outgoing } from '../port.ts';

/** A file in a message: either uploaded before, or linked from another site. */
export type SentFile = { kind: FileKind; name: string } & ({ id: string } | { link: string });
type FileKind = 'image' | 'video' | 'document';

const kindOf: Readonly<Record<string, FileKind>> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  mp4: 'video',
  '3gp': 'video',
};

/** Returns the last part of an address, as a file name. */
function nameIn(url: string): string {
  const name = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns WhatsApp's type for a file, and the name of the file in the message. Both come from the address. */
export function describeFile(url: string): Pick<SentFile, 'kind' | 'name'> {
  const name = nameIn(url) || 'document';
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return { kind: (Object.hasOwn(kindOf, extension) && kindOf[extension]) || 'document', name };
}

/** Returns why the message cannot be sent as it is; undefined if it can be sent. */
export function findProblem({ text, media, document, template }: Outgoing): Reason | undefined {
  if (template) return undefined;
  if (media === '' && !document)
    return text.length > longestMessage
      ? makeReason('cloudTextTooLong', { most: longestMessage })
      : undefined;
  // A long text is not sent as a second message, because one of the two messages could be lost.
  return text.length > longestCaption
    ? makeReason('cloudCaptionTooLong', { most: longestCaption })
    : undefined;
}

function fileObject(file: SentFile, caption: string): Record<string, string> {
  return {
    ...('id' in file ? { id: file.id } : { link: file.link }),
    ...(file.kind === 'document' && { filename: file.name }),
    ...(caption && { caption }),
  };
}

function templateObject({ name, language, values, hasHeader, buttons }: FilledTemplate, file?: SentFile) {
  const components: object[] = [];
  if (hasHeader && file) {
    components.push({ type: 'header', parameters: [{ type: file.kind, [file.kind]: fileObject(file, '') }] });
  }
  if (values.length > 0) {
    const parameters = values.map(({ name, text }) => ({
      type: 'text',
      ...(name !== undefined && { parameter_name: name }),
      text,
    }));
    components.push({ type: 'body', parameters });
  }
  for (const [index, payload] of buttons.entries()) {
    const parameters = [{ type: 'payload', payload }];
    components.push({ type: 'button', sub_type: 'quick_reply', index: String(index), parameters });
  }
  return { name, language: { code: language }, ...(components.length > 0 && { components }) };
}

function contentOf({ text, template }: Outgoing, file: SentFile | undefined): object {
  if (template) return { type: 'template', template: templateObject(template, file) };
  if (file) return { type: file.kind, [file.kind]: fileObject(file, text) };
  return { type: 'text', text: { preview_url: false, body: text } };
}

export const messageBody = (message: Outgoing, file: SentFile | undefined): object => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  // The plus is needed. Without it WhatsApp adds the country code of the sending number.
  to: message.to,
  ...contentOf(message, file),
  biz_opaque_callback_data: message.opaque,
});

export const readBody = (providerID: string): object => ({
  messaging_product: 'whatsapp',
  status: 'read',
  message_id: providerID,
});

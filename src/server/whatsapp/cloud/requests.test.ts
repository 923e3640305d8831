import { expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { readExamples } from '../../../../test/support/graph-server.ts';
import type { FilledTemplate } from '../model.ts';
import type { Outgoing } from '../port.ts';
import { describeFile, findProblem, messageBody, readBody, type SentFile } from './requests.ts';
import { templateBody } from './templates.ts';

const examples = readExamples('send.requests');
const opaque = 'm1:01JD3V9W6C8Q4Z7K2N5R1T0XYA:a1';
const plain: Outgoing = { to: '+923001234567', text: '', media: '', opaque };
const filled = (template: Partial<FilledTemplate>): Outgoing => ({
  ...plain,
  text: 'What it says is in the values',
  template: { name: '', language: 'en', values: [], hasHeader: false, buttons: [], ...template },
});

/** The file in a message: by the id of an upload, or by its link. */
const by = (url: string, id?: string): SentFile => ({
  ...describeFile(url),
  ...(id ? { id } : { link: url }),
});
const files = 'https://files.example.edu.pk';

const sent: Record<string, [Outgoing, SentFile?]> = {
  text: [
    {
      ...plain,
      text: 'Dear parent, fee voucher INV-1042 of Ali Khan (Reg 2231) Rs. 12,500 is due on 10-Dec-26.',
    },
  ],
  template_positional: [
    filled({
      name: 'fee_voucher_due',
      values: ['Ali Khan', 'INV-1042', 'Rs. 12,500', '10-Dec-26'].map((text) => ({ text })),
    }),
  ],
  template_named: [
    filled({
      name: 'fee_voucher_due_named',
      values: [
        { name: 'student_name', text: 'Ali Khan' },
        { name: 'invoice_no', text: 'INV-1042' },
        { name: 'amount', text: 'Rs. 12,500' },
        { name: 'due_date', text: '10-Dec-26' },
      ],
    }),
  ],
  template_header_document_id: [
    filled({
      name: 'fee_voucher_pdf',
      values: [{ text: 'Ali Khan' }],
      hasHeader: true,
      buttons: ['STOP'],
    }),
    by('/v/voucher-INV-1042.pdf', '2871834006348767'),
  ],
  template_header_image_link: [
    filled({ name: 'fee_notice_img', language: 'en_US', hasHeader: true }),
    by(`${files}/notice.jpg`),
  ],
  template_header_video_link: [
    filled({ name: 'event_video', language: 'en_US', hasHeader: true }),
    by(`${files}/event.mp4`),
  ],
  image_by_link: [{ ...plain, text: 'Fee notice' }, by(`${files}/notice.jpg`)],
  image_by_id: [{ ...plain, text: 'Fee notice' }, by('/files/a.png', '1037543291543636')],
  document_by_link: [{ ...plain, text: 'Fee voucher' }, by(`${files}/v/INV-1042.pdf`)],
  document_by_id: [{ ...plain, text: 'Fee voucher' }, by('/v/INV-1042.pdf', '1013859600285441')],
  video_by_link: [{ ...plain, text: 'Sports day' }, by(`${files}/event.mp4`)],
  video_by_id: [{ ...plain, text: 'Sports day' }, by('/files/a.mp4', '1166846181421424')],
};

it('The test covers every kind of message in Meta’s examples.', () => {
  expect(Object.keys(sent).sort()).toEqual(Object.keys(examples).sort());
});

it.each(Object.entries(sent))(
  'The body that we send for %s equals Meta’s example.',
  (name, [message, file]) => {
    expect(JSON.parse(JSON.stringify(messageBody(message, file)))).toEqual(examples[name]);
  },
);

it('The body of a read mark equals Meta’s example.', () => {
  const { mark } = readExamples<{ message_id: string }>('mark-as-read');
  expect(readBody(mark!.message_id)).toEqual(mark);
});

it('The body of a submitted template equals Meta’s example.', () => {
  const { create_positional } = readExamples('template.create.requests');
  const draft = {
    name: 'fee_voucher_due',
    language: 'en',
    category: 'UTILITY' as const,
    body: 'Dear parent, the fee voucher of {{1}} (no. {{2}}) for {{3}} is due on {{4}}. Please pay before the due date.',
    examples: ['Ali Khan', 'INV-1042', 'Rs. 12,500', '10-Dec-26'],
    media: '',
    footer: 'Example School',
    buttons: ['Stop messages'],
  };
  expect(templateBody(draft, undefined)).toEqual(create_positional);
  const plainDraft = { ...draft, examples: [], footer: '', buttons: [], media: '/files/a.mp4' };
  expect(templateBody(plainDraft, '4::aW...')).toMatchObject({
    components: [
      { type: 'HEADER', format: 'VIDEO', example: { header_handle: ['4::aW...'] } },
      { type: 'BODY', text: draft.body },
    ],
  });
});

it.each([
  ['https://a.example/x/photo.JPEG?v=2', 'image', 'photo.JPEG'],
  ['https://a.example/clip.3gp#t', 'video', 'clip.3gp'],
  ['https://a.example/fee%20slip.pdf', 'document', 'fee slip.pdf'],
  ['https://a.example/%E0%A4%A', 'document', '%E0%A4%A'],
  ['https://a.example/picture.webp', 'document', 'picture.webp'],
  ['https://a.example/x.constructor', 'document', 'x.constructor'],
  ['https://a.example/', 'document', 'document'],
])('The file %s is sent as a %s with the name %s.', (url, kind, name) =>
  expect(describeFile(url)).toEqual({ kind, name }),
);

it('A picture without text has no caption, and neither has a template header.', () => {
  expect(messageBody(plain, by('/files/a.jpg', '1'))).toMatchObject({ image: { id: '1' } });
  expect(JSON.stringify(messageBody(plain, by('/files/a.jpg', '1')))).not.toContain('caption');
  const body = JSON.stringify(messageBody(filled({ hasHeader: true }), by('/files/a.jpg', '1')));
  expect(body).not.toContain('caption');
});

it('findProblem allows a text of 4,096 and a caption of 1,024 characters, and refuses one more.', () => {
  const text = (length: number, media = '') => findProblem({ ...plain, text: 'x'.repeat(length), media });
  expect(text(4096)).toBeUndefined();
  expect(text(4097)).toBe(makeReason('cloudTextTooLong', { most: 4096 }));
  expect(text(1024, '/files/a.jpg')).toBeUndefined();
  expect(text(1025, '/files/a.jpg')).toBe(makeReason('cloudCaptionTooLong', { most: 1024 }));
  // The text beside a template is not sent.
  expect(findProblem({ ...filled({}), text: 'x'.repeat(5000), media: '/files/a.jpg' })).toBeUndefined();
});

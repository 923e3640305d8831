import { expect, it } from 'vitest';
import { contentOf } from './contents.ts';

const around = {
  readFile: async () => undefined,
  fetchLink: async () => {
    throw new Error('nothing is to be fetched');
  },
};
const document = { name: 'Fee-Nov-2026-عائشہ.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') };
const message = { to: '+923001234567', text: 'Fee', media: '', document, opaque: 'm1:7:a1' };

it('A message’s own document is sent as a file with its name and the text as its caption.', async () => {
  expect(await contentOf(message, around, 'id')).toEqual({
    kind: 'done',
    value: {
      path: '/api/sendFile',
      body: {
        file: { mimetype: document.type, filename: document.name, data: document.bytes.toString('base64') },
        caption: 'Fee',
      },
    },
  });
  const long = await contentOf({ ...message, text: 'x'.repeat(1025) }, around, 'id');
  expect(long).toMatchObject({ kind: 'refused' });
});

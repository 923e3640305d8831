/** Media from parents are downloaded, checked, stored and served so that they harm nobody. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { inboundMediaWords } from '#shared/words/chats.ts';
import { loadChat } from '../../src/server/chat/chat.ts';
import { claimMediaDownloads } from '../../src/server/chat/chat-queries.ts';
import { downloadDueMedia } from '../../src/server/webhooks/media/media.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { type CampusInTest, freshNumber } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const pixel = () => sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } });
const jpeg = await pixel()
  .jpeg()
  .withExif({ IFD0: { Copyright: 'where she lives' } })
  .toBuffer();
const webp = await pixel().webp().toBuffer();
const opus = Buffer.concat([
  Buffer.from('OggS\0\x02', 'latin1'),
  Buffer.alloc(22),
  Buffer.from('OpusHead'),
  Buffer.alloc(40),
]);
const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(64)]);
const m4a = Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A ', 'latin1'), Buffer.alloc(64)]);
const pdf = Buffer.from('%PDF-1.7\n%%EOF');
const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(64)]);
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(64)]);
const html = Buffer.from('<html><script>alert(1)</script></html>');
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe.each(engines)('Media from parents on %s', (engine) => {
  const { outside, given } = callingProvider();
  let world: World;
  let campus: CampusInTest;
  let caller: Awaited<ReturnType<typeof connectCalling>>;
  beforeAll(async () => {
    world = await createWorld(engine, given);
    campus = await world.school('main');
    caller = await connectCalling(world, campus);
  });
  afterAll(() => world.stop());

  /** Sends a message with media of this claimed type, and returns how the chat shows it. */
  async function send(type: string, { text = '', name = '' } = {}) {
    const number = `+92${freshNumber().slice(1)}`;
    const id = `media ${number}`;
    await caller.tell({
      kind: 'inbound',
      providerID: `w ${number}`,
      number,
      text,
      at: outside.now,
      media: { id, type, name },
    });
    const show = async () => (await loadChat(campus.scope, number))[0];
    const arrives = async (bytes: Buffer) => {
      outside.files.set(id, { bytes, type: 'application/octet-stream' });
      await downloadDueMedia(world.deps);
      return show();
    };
    return { id, number, show, arrives };
  }
  const get = async (path: string | undefined) => {
    const { token } = await campus.user({ view: true });
    return fetch(`${world.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  };

  it.each<[string, string, Buffer, string, string, string | null]>([
    ['a photo', 'image/jpeg', jpeg, 'media', 'jpg', null],
    ['a sticker', 'image/webp', webp, 'media', 'jpg', null],
    ['a video', 'video/mp4', mp4, 'media', 'mp4', null],
    ['a voice message', 'audio/ogg; codecs=opus', opus, 'audio', 'ogg', null],
    ['a song', 'audio/mpeg', Buffer.from('ID3\x04 and so on'), 'audio', 'mp3', null],
    ['a recording of an iPhone', 'audio/mp4', m4a, 'audio', 'm4a', null],
    ['a recording of another phone', 'audio/aac', Buffer.from('fff1508000', 'hex'), 'audio', 'aac', null],
    ['a recording of an old phone', 'audio/amr', Buffer.from('#!AMR\n and so on'), 'audio', 'amr', null],
    ['a pdf', 'application/pdf', pdf, 'media', 'pdf', null],
    ['a letter', docx, zip, 'media', 'docx', 'attachment'],
    ['a locked letter', docx, ole, 'media', 'docx', 'attachment'],
    ['an old letter', 'application/msword', ole, 'media', 'doc', 'attachment'],
  ])(
    'Media of a parent are stored and served: %s.',
    async (_what, type, bytes, where, extension, disposition) => {
      const { show, arrives } = await send(type, { text: 'Look' });
      expect(await show()).toMatchObject({ message: 'Look', media: '', audio: '' });
      const item = await arrives(bytes);
      const url = item?.[where as 'media' | 'audio'];
      expect(item).toMatchObject({ message: 'Look', [where === 'media' ? 'audio' : 'media']: '' });
      expect(url).toMatch(new RegExp(`^/files/${campus.id}-[\\w-]{24}\\.${extension}$`));
      const served = await get(url);
      expect(served.status).toBe(200);
      expect(served.headers.get('cache-control')).toBe('no-store');
      expect((await fetch(`${world.address}${url}`)).status).toBe(401);
      expect(served.headers.get('content-type')).toMatch(
        where === 'audio'
          ? /^audio\//
          : extension === 'pdf'
            ? /^application\/pdf/
            : /^(image|video|application)\//,
      );
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(served.headers.get('content-disposition')).toBe(disposition);
      if (type.startsWith('image/'))
        expect(Buffer.from(await served.arrayBuffer()).includes('where she lives')).toBe(false);
    },
  );

  it('Media without a text are shown as still loading until they are stored.', async () => {
    const { show, arrives } = await send('image/jpeg');
    expect((await show())?.message).toBe(inboundMediaWords.coming);
    expect((await arrives(jpeg))?.message).toBe('');
    const letter = await send('application/pdf', { name: 'receipt.pdf' });
    expect((await letter.arrives(pdf))?.message).toBe('receipt.pdf');
  });

  it.each<[string, string, Buffer]>([
    ['a page as a picture', 'image/jpeg', html],
    ['a video as a picture', 'image/png', mp4],
    ['a picture as a voice', 'audio/ogg', jpeg],
    ['a picture as a pdf', 'application/pdf', jpeg],
    ['an archive as a pdf', 'application/pdf', zip],
    ['a page as a letter', docx, html],
    ['an archive', 'application/zip', zip],
    ['a page', 'text/html', html],
    ['a drawing that can act', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', 'application/x-msdownload', Buffer.from('MZ')],
    ['nothing', 'image/jpeg', Buffer.alloc(0)],
    ['what has no type', '', jpeg],
  ])('Media of a parent are refused: %s.', async (_what, type, bytes) => {
    const { arrives } = await send(type, { text: 'Look' });
    expect(await arrives(bytes)).toMatchObject({
      message: `Look\n${inboundMediaWords.refused}`,
      media: '',
      audio: '',
    });
  });

  it.each<[string, 'picture' | 'video' | 'audio' | 'document', string, number, Buffer]>([
    ['5 MB', 'picture', 'image/jpeg', 5, jpeg],
    ['16 MB', 'video', 'video/mp4', 16, mp4],
    ['16 MB', 'audio', 'audio/ogg', 16, opus],
    ['25 MB', 'document', 'application/pdf', 25, pdf],
  ])(
    'More than %s of a %s is refused, and the chat says what came.',
    async (limit, kind, type, megabytes, head) => {
      const { arrives } = await send(type);
      const most = megabytes * 1024 * 1024;
      const item = await arrives(Buffer.concat([head, Buffer.alloc(most + 1 - head.length)]));
      expect(item).toMatchObject({ message: inboundMediaWords.tooLarge(kind, limit), media: '', audio: '' });
    },
  );

  it('Media beyond the storage limit are replaced by a sentence, and the message is kept.', async () => {
    const { config } = world.deps;
    const { filesLimit } = config;
    const { bytes: used } = await world.deps.store.db
      .selectFrom('file')
      .select((eb) => eb.fn.sum<number>('bytes').as('bytes'))
      .where('campusID', '=', campus.id)
      .executeTakeFirstOrThrow();
    config.filesLimit = used + pdf.length - 1;
    const { number, arrives } = await send('application/pdf', { text: 'The receipt' });
    const message = `The receipt\n${inboundMediaWords.full(used, config.filesLimit)}`;
    expect(await arrives(pdf)).toMatchObject({ message, media: '', audio: '' });
    config.filesLimit = filesLimit;
    outside.pass(3600);
    expect(await downloadDueMedia(world.deps)).toBe(0);
    expect(await loadChat(campus.scope, number)).toMatchObject([{ message }]);
  });

  it('A picture file that ends too early is refused.', async () => {
    const { arrives } = await send('image/jpeg');
    expect(await arrives(jpeg.subarray(0, 30))).toMatchObject({
      message: inboundMediaWords.broken,
      media: '',
    });
  });

  it('A picture that could not be redrawn is tried again.', async () => {
    const { show, arrives } = await send('image/jpeg');
    const { execPath } = process;
    process.execPath = '/no/such/program';
    const item = await arrives(jpeg).finally(() => {
      process.execPath = execPath;
    });
    expect(item).toMatchObject({ message: inboundMediaWords.coming, media: '' });
    outside.pass(60);
    await downloadDueMedia(world.deps);
    expect(await show()).toMatchObject({ message: '', media: expect.stringMatching(/\.jpg$/) });
  });

  it('A download is tried again after 1, 4 and 16 minutes, and then given up.', async () => {
    const { show } = await send('image/jpeg');
    const before = outside.fetches;
    await downloadDueMedia(world.deps);
    for (const [at, minutes] of [1, 4, 16].entries()) {
      outside.pass(minutes * 60 - 1);
      expect(await downloadDueMedia(world.deps)).toBe(0);
      outside.pass(1);
      expect(await downloadDueMedia(world.deps)).toBe(1);
      expect(outside.fetches).toBe(before + 2 + at);
    }
    expect((await show())?.message).toBe(sayReason(makeReason('notFetched')));
    outside.pass(86_400);
    expect(await downloadDueMedia(world.deps)).toBe(0);
  });

  it('Media are downloaded once, even with several workers.', async () => {
    const before = outside.fetches;
    for (let count = 0; count < 6; count += 1)
      outside.files.set((await send('application/pdf')).id, { bytes: pdf, type: '' });
    const tried = await Promise.all([1, 2, 3].map(() => downloadDueMedia(world.deps)));
    while ((await downloadDueMedia(world.deps)) > 0);
    expect(tried.length).toBe(3);
    expect(outside.fetches).toBe(before + 6);
  });

  it('A file with another extension is not found.', async () => {
    for (const name of [`${'a'.repeat(24)}.html`, `${'a'.repeat(24)}.svg`, '..%2Fqasid.db'])
      expect((await get(`/files/${name}`)).status).toBe(404);
  });

  it('Marking a message as seen tells the provider once and does not wait for it.', async () => {
    const { number } = await send('image/jpeg');
    const { token } = await campus.user();
    const query = { db: campus.db, cID: campus.id };
    const row = await campus.scope.db
      .selectFrom('inbound')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const ended = Promise.withResolvers<void>();
    outside.onRead = () => ended.promise.then(() => Promise.reject(new Error('not reached')));
    const body = { number, upTo: `i${row.id}` };
    expect((await world.call(calls.markSeen, { token, query, body })).body).toEqual({ changed: 1 });
    await expect.poll(() => outside.read).toEqual([`w ${number}`]);
    ended.resolve();
    expect((await world.call(calls.markSeen, { token, query, body })).body).toEqual({ changed: 0 });
    expect(outside.read).toHaveLength(1);
  });

  it('A download also fails for good if the program stops during each attempt.', async () => {
    await world.deps.store.db.updateTable('inbound').set({ fetchAt: null }).execute();
    const { show } = await send('image/jpeg');
    for (let deaths = 0; deaths < 4; deaths += 1) {
      const now = outside.now.toISOString();
      const until = new Date(outside.now.getTime() + 300_000).toISOString();
      expect(await claimMediaDownloads(world.deps.store.db, { now, until, most: 4 })).toHaveLength(1);
      outside.pass(300);
    }
    const before = outside.fetches;
    expect(await downloadDueMedia(world.deps)).toBe(1);
    expect(outside.fetches).toBe(before);
    expect((await show())?.message).toBe(sayReason(makeReason('notFetched')));
  });

  it('A download waits while the secrets of its sender cannot be opened, without a limit.', async () => {
    const { db } = world.deps.store;
    await db.updateTable('inbound').set({ fetchAt: null }).execute();
    const { arrives } = await send('image/jpeg');
    const seal = (secrets: string | null) =>
      db.updateTable('sender').set({ secrets }).where('id', '=', caller.senderID).execute();
    await seal(Buffer.alloc(64, 7).toString('base64'));
    for (let hours = 0; hours < 6; hours += 1) {
      expect(await downloadDueMedia(world.deps)).toBe(1);
      outside.pass(3600);
    }
    await seal(null);
    expect((await arrives(jpeg))?.media).toMatch(/jpg$/);
  });
});

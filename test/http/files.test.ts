import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { FailureCode } from '#shared/failures.ts';
import { largestImage, largestVideo } from '#shared/limits.ts';
import { allRights } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { changeSchool } from '../../src/server/auth/schools/schools-queries.ts';
import { recordFiles, storeFile } from '../../src/server/platform/files/files.ts';
import { deleteFile, recordFile } from '../../src/server/platform/files/files-queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { callerOf, freshSlug, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { fileForm, pixel } from './sample-inputs.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 90 } } });
const script = Buffer.from('<script>alert(1)</script>');
const svg = (inside = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/>${inside}</svg>`,
  );
/** The head of an mp4 file; the program reads no more of it. */
const mp4 = (bytes: number, brand = 'isom') => {
  const film = Buffer.alloc(bytes, 7);
  film.write(`\0\0\0\x18ftyp${brand}\0\0\x02\0isomiso2`, 0, 'latin1');
  return film;
};

describe.each(engines)('Files on %s', (engine) => {
  const here = useCampus(engine);
  const upload = (bytes: Uint8Array, as: Parameters<typeof fileForm>[1] = {}) =>
    here.clerk.ask(calls.uploadFile, { body: fileForm(bytes, as) });
  const stored = () => readdir(here.world.deps.config.uploadsDir).catch((): string[] => []);

  const fetchFile = (url: string | undefined, headers: Record<string, string> = {}) =>
    fetch(`${here.world.address}${url}`, {
      headers: { authorization: `Bearer ${here.clerk.token}`, ...headers },
    });

  /** Uploads a file that must be accepted, and fetches it. */
  async function keep(bytes: Uint8Array, as: Parameters<typeof fileForm>[1] = {}) {
    const { path } = await here.clerk.get(calls.uploadFile, { body: fileForm(bytes, as) });
    const response = await fetchFile(path[0]);
    expect(response.status).toBe(200);
    return {
      url: path[0] as string,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  it.each([
    ['jpg', () => picture(60, 40).jpeg().toBuffer(), 'jpeg', 'image/jpeg'],
    ['png', () => picture(60, 40).png().toBuffer(), 'jpeg', 'image/jpeg'],
    ['transparent png', async () => pixel, 'png', 'image/png'],
    ['webp', () => picture(60, 40).webp().toBuffer(), 'jpeg', 'image/jpeg'],
    // A palette may contain a transparent colour.
    ['gif', () => picture(60, 40).gif().toBuffer(), 'png', 'image/png'],
    ['avif', () => picture(60, 40).avif().toBuffer(), 'jpeg', 'image/jpeg'],
    ['svg', async () => svg(), 'png', 'image/png'],
  ])('An uploaded %s is stored as a newly drawn picture.', async (_kind, draw, format, type) => {
    const original = await draw();
    const { bytes, headers } = await keep(original);
    expect(headers.get('content-type')).toBe(type);
    expect((await sharp(bytes).metadata()).format).toBe(format);
    expect(bytes.equals(original)).toBe(false);
  });

  it('An uploaded picture loses its metadata, appended bytes and scripts.', async () => {
    const exif = {
      IFD0: { Artist: 'a parent’s name' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 32/1 0/1' },
    };
    const photo = await picture(60, 40).withExif(exif).jpeg().toBuffer();
    const { bytes } = await keep(Buffer.concat([photo, script]));
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes(script)).toBe(false);
    const drawn = await keep(svg('<script>alert(1)</script>'), { type: 'image/svg+xml' });
    expect(drawn.bytes.includes('script')).toBe(false);
  });

  it('An uploaded photo is turned upright and shrunk to 1,600 pixels.', async () => {
    const photo = await picture(2400, 1200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height } = await sharp((await keep(photo)).bytes).metadata();
    expect({ width, height }).toEqual({ width: 800, height: 1600 });
  });

  it('An uploaded mp4 is stored unchanged.', async () => {
    const film = mp4(50_000);
    const { bytes, headers } = await keep(film, { name: 'film.mp4', type: 'video/mp4' });
    expect(bytes.equals(film)).toBe(true);
    expect(headers.get('content-type')).toBe('video/mp4');
    expect(headers.get('content-length')).toBe('50000');
  });

  it.each(['hvc1', 'hev1'])('A video in HEVC (%s) is refused with advice what to do.', async (codec) => {
    const described = Buffer.concat([Buffer.from('stsd'), Buffer.alloc(12), Buffer.from(codec)]);
    const answered = await upload(Buffer.concat([mp4(1000), described, Buffer.alloc(100)]));
    expectFailure(answered, 'unsupported');
    expect(answered.body.message).toBe(failureWords.fileHevc);
  });

  it.each(['isom', 'iso2', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'MSNV', 'dash'])(
    'An mp4 of the brand %s is accepted.',
    async (brand) => {
      expect((await keep(mp4(1000, brand))).headers.get('content-type')).toBe('video/mp4');
    },
  );

  it.each(['qt  ', '3gp4', 'M4A ', 'crx ', 'heic', '<sc>', 'xxxx'])(
    'An mp4 box of the brand %s is refused.',
    async (brand) => {
      expectFailure(await upload(mp4(1000, brand)), 'unsupported');
    },
  );

  it('A video is served in byte ranges.', async () => {
    const film = mp4(50_000);
    film.write('the middle', 20_000);
    const { url } = await keep(film);
    const part = async (range: string) => {
      const response = await fetchFile(url, { range });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-type')).toBe('video/mp4');
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      return { of: response.headers.get('content-range'), text: await response.text() };
    };
    expect(await part('bytes=20000-20009')).toEqual({ of: 'bytes 20000-20009/50000', text: 'the middle' });
    expect((await part('bytes=0-1')).of).toBe('bytes 0-1/50000');
    expect((await part('bytes=-5')).of).toBe('bytes 49995-49999/50000');
    const { headers } = await keep(film);
    expect(headers.get('accept-ranges')).toBe('bytes');
  });

  it('A transparent picture that is too large as png is stored as jpg on white.', async () => {
    const side = 1500;
    const raw = { width: side, height: side, channels: 4 as const };
    // Noise hardly shrinks as png. The first corner is transparent.
    const noise = randomBytes(side * side * 4).fill(0, 0, 4 * side * 40);
    const original = await sharp(noise, { raw }).webp({ quality: 60, effort: 0 }).toBuffer();
    const { bytes, headers } = await keep(original);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(bytes.length).toBeLessThan(largestImage);
    const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 8, height: 8 }).raw().toBuffer();
    expect(Math.min(...corner)).toBeGreaterThan(250);
  });

  it('The type of an upload follows its content, whatever its name and declared type.', async () => {
    const { url, headers } = await keep(pixel, { name: '../../evil.html', type: 'text/html' });
    expect(url).toMatch(/^\/files\/\d+-[\w-]{24}\.png$/);
    expect(headers.get('content-type')).toBe('image/png');
  });

  it.each([
    ['a web page called png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program called png', Buffer.from('MZ\x90\0\x03\0\0\0\x04')],
    ['text called png', Buffer.from('Name,Mobile\nAyesha,03001234567')],
    ['a pdf called png', Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj')],
    ['a cut-off png', pixel.subarray(0, 40)],
    ['svg that asks for another file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><')],
  ])('A file whose content is not its type is refused: %s.', async (_what, bytes) => {
    const before = await stored();
    expectFailure(await upload(bytes), 'unsupported');
    expect(await stored()).toEqual(before);
  });

  it('An svg cannot show files of the server.', async () => {
    const passwords = svg('<image href="file:///etc/passwd" width="40" height="20"/><text y="9">&x;</text>');
    const doctype = Buffer.concat([
      Buffer.from('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      passwords,
    ]);
    const answered = await upload(doctype, { type: 'image/svg+xml' });
    expect([200, 415]).toContain(answered.status);
  });

  it('A picture that unpacks to more than the memory holds is refused.', async () => {
    const huge = svg().toString().replaceAll('"40"', '"60000"').replaceAll('"20"', '"60000"');
    expectFailure(await upload(Buffer.from(huge)), 'unsupported');
  });

  it.each([
    ['video', () => mp4(largestVideo + 1)],
    ['picture', () => Buffer.concat([pixel, Buffer.alloc(largestVideo + 100_000)])],
  ])('An upload larger than WhatsApp accepts is refused: a %s.', async (_kind, make) => {
    const answered = await upload(make());
    expectFailure(answered, 'tooLarge');
    expect(answered.body.message).toBe(failureWords.fileTooLarge('16 MB'));
  });

  it('An upload as large as WhatsApp accepts is stored.', async () => {
    const { status } = await upload(mp4(largestVideo));
    expect(status).toBe(200);
  });

  it.each<[string, string | FormData | undefined, string | undefined, FailureCode]>([
    ['no body', undefined, undefined, 'unsupported'],
    ['JSON', '{"file":"x"}', 'application/json', 'unsupported'],
    ['no boundary', 'abc', 'multipart/form-data', 'malformed'],
    ['no part', '--x--\r\n', 'multipart/form-data; boundary=x', 'invalid'],
    [
      'a part cut off',
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc`,
      'multipart/form-data; boundary=x',
      'malformed',
    ],
    ['another field', fileForm(pixel, { field: 'other' }), undefined, 'invalid'],
    ['an empty file', fileForm(Buffer.alloc(0)), undefined, 'invalid'],
    [
      'a large file in another field',
      fileForm(Buffer.alloc(8_000_000), { field: 'other' }),
      undefined,
      'invalid',
    ],
  ])('A malformed upload is refused: %s.', async (_what, body, type, code) => {
    const headers = {
      authorization: `Bearer ${here.clerk.token}`,
      ...(type ? { 'content-type': type } : {}),
    };
    const response = await fetch(`${here.world.address}/api/File/Upload`, {
      method: 'POST',
      headers,
      ...(body ? { body } : {}),
    });
    expectFailure({ status: response.status, body: await response.json(), headers: response.headers }, code);
  });

  it.each([
    ['another field', 'other', 8_000_000, 422],
    ['a file too large', 'file', 40_000_000, 413],
  ])(
    'A refused upload leaves the connection free for the next request: %s.',
    async (_what, field, bytes, status) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = async (path: string, method: string, form?: FormData): Promise<number | undefined> => {
        const multipart = new Response(form);
        const type = multipart.headers.get('content-type');
        const body = Buffer.from(await multipart.arrayBuffer());
        const authorization = `Bearer ${here.clerk.token}`;
        const sent = request(`${here.world.address}${path}`, {
          agent,
          method,
          headers: {
            authorization,
            ...(type ? { 'content-type': type } : {}),
            'content-length': body.length,
          },
        });
        const [[response]] = await Promise.all([once(sent, 'response'), once(sent.end(body), 'finish')]);
        await once(response.resume(), 'end');
        return response.statusCode;
      };
      expect(await ask('/api/File/Upload', 'POST', fileForm(Buffer.alloc(bytes), { field }))).toBe(status);
      expect(await ask('/healthz', 'GET')).toBe(200);
      agent.destroy();
    },
  );

  it('A file is served with headers that allow a browser to show it and not to run scripts.', async () => {
    const { headers } = await keep(pixel);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('A file is shown only to users who may view its campus, by token or cookie, and only that campus can send it.', async () => {
    const { url } = await keep(pixel);
    const { world, campus } = here;
    const other = await (await world.school(freshSlug())).user();
    const sisterCampus = await campus.sister();
    const sister = await sisterCampus.user();
    const colleague = await campus.user({ view: true });
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${world.address}${url}`, { headers });
      return [response.status, response.ok ? '' : ((await response.json()) as { code: string }).code];
    };
    const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
    expect(await ask({})).toEqual([401, 'signedOut']);
    expect(await ask(bearer({ token: 'made-up-token-of-a-good-length' }))).toEqual([401, 'signedOut']);
    expect(await ask(bearer(other))).toEqual([404, 'notFound']);
    expect(await ask(bearer(sister))).toEqual([404, 'notFound']);
    // A user of the campus without the right to view it.
    expect(await ask(bearer(await campus.user({ add: true })))).toEqual([404, 'notFound']);
    const rightless = await campus.user({});
    await addMembership(world.deps.store.db, { ...rightless, campusID: sisterCampus.id, rights: allRights });
    expect(await ask(bearer(rightless))).toEqual([404, 'notFound']);
    expect(await ask(bearer(colleague))).toEqual([200, '']);
    expect(await ask({ cookie: `qasid_session=${colleague.token}` })).toEqual([200, '']);
    // Another campus cannot send the file to its parents either.
    const elsewhere = await world.school(freshSlug());
    const stranger = callerOf(world, elsewhere, await elsewhere.user());
    const body = { message: 'Look', contacts: '03001234567', media: url };
    expectFailure(await stranger.ask(calls.sendToGroups, { body }), 'invalid');
    expect((await here.clerk.ask(calls.sendToGroups, { body })).status).toBe(200);
  });

  it('A file without a campus in its name is shown to users who may view the campus named by a row.', async () => {
    const { url, bytes } = await keep(pixel);
    const { config, store } = here.world.deps;
    const { uploadsDir } = config;
    const name = url.split('/').at(-1) ?? '';
    const old = name.replace(/^\d+-/, '');
    await copyFile(join(uploadsDir, name), join(uploadsDir, old));
    expect((await fetch(`${here.world.address}/files/${old}`)).status).toBe(401);
    expect((await fetchFile(`/files/${old}`)).status).toBe(404);
    const noted = { name: old, bytes: bytes.length, createdAt: '2026-01-01', reservedUntil: null };
    await recordFile({ db: store.db, campusID: here.campus.id }, noted);
    const { token } = await (await here.world.school(freshSlug())).user();
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${here.world.address}/files/${old}`, { headers })).status).toBe(404);
    const shown = await fetchFile(`/files/${old}`);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    await rm(join(uploadsDir, old));
    await deleteFile({ db: store.db, campusID: here.campus.id }, old);
  });

  it.each([
    'none.png',
    `${'a'.repeat(24)}.png`,
    `${'a'.repeat(24)}.html`,
    '..%2fqasid.db',
    '%2e%2e%2fqasid.db',
    '%2fetc%2fpasswd',
    'a%00.png',
    '',
  ])('A file is found by its own name only: %j.', async (name) => {
    const response = await fetchFile(`/files/${name}`);
    expectFailure(
      { status: response.status, body: await response.json(), headers: response.headers },
      'notFound',
    );
  });

  it('The uploads folder contains no half-written file.', async () => {
    const { url, bytes } = await keep(pixel);
    const names = await stored();
    expect(names.filter((name) => !/^\d+-[\w-]{24}\.(jpg|png|mp4)$/.test(name))).toEqual([]);
    const onDisk = await readFile(join(here.world.deps.config.uploadsDir, url.split('/').at(-1) ?? ''));
    expect(onDisk.equals(bytes)).toBe(true);
  });

  it('File/Upload needs no db and no cID.', async () => {
    const body = fileForm(pixel);
    const { status } = await here.clerk.ask(calls.uploadFile, {
      body,
      query: { db: undefined, cID: undefined },
    });
    expect(status).toBe(200);
  });

  describe('Storage limits', () => {
    const full = (used: number, limit: number) => failureWords.filesFull(used, limit);
    const limitTo = (bytes: number) => {
      here.world.deps.config.filesLimit = bytes;
    };
    const rowsOf = (campusID: number) =>
      here.world.deps.store.db
        .selectFrom('file')
        .select(['name', 'bytes', 'reservedUntil'])
        .where('campusID', '=', campusID)
        .orderBy('name')
        .execute();
    afterEach(() => limitTo(5000 * 1024 * 1024));

    it('The files of a campus stay within its storage limit, even when uploaded at once, and other campuses have their own.', async () => {
      limitTo(25_000);
      const sister = await here.campus.sister();
      const sisterCaller = callerOf(here.world, sister, await sister.user());
      const place = { deps: here.world.deps, campusID: here.campus.id };
      const atOnce = Array.from({ length: 12 }, () => storeFile(place, mp4(10_000)));
      const accepted = (await Promise.allSettled(atOnce)).filter(({ status }) => status === 'fulfilled');
      expect(accepted).toHaveLength(2);
      const refused = await upload(mp4(5001));
      expectFailure(refused, 'tooLarge');
      expect(refused.body.message).toBe(full(20_000, 25_000));
      expect((await upload(mp4(5000))).status).toBe(200);
      expect(await rowsOf(here.campus.id)).toMatchObject(
        [10_000, 10_000, 5000].map(() => ({ reservedUntil: null })),
      );
      expect((await stored()).filter((name) => name.startsWith(`${here.campus.id}-`))).toHaveLength(3);
      expect((await sisterCaller.ask(calls.uploadFile, { body: fileForm(mp4(25_000)) })).status).toBe(200);
    });

    it('The files of all campuses of a school stay within the storage limit of the school.', async () => {
      const { deps } = here.world;
      const sister = await here.campus.sister();
      const { schoolID } = await deps.store.db
        .selectFrom('campus')
        .select('schoolID')
        .where('id', '=', here.campus.id)
        .executeTakeFirstOrThrow();
      await changeSchool(deps.store.db, schoolID, { filesLimit: 25_000 });
      const atOnce = [here.campus.id, sister.id, here.campus.id, sister.id].map((campusID) =>
        storeFile({ deps, campusID }, mp4(10_000)),
      );
      const accepted = (await Promise.allSettled(atOnce)).filter(({ status }) => status === 'fulfilled');
      expect(accepted).toHaveLength(2);
      const refused = await upload(mp4(5001));
      expectFailure(refused, 'tooLarge');
      expect(refused.body.message).toBe(failureWords.schoolFilesFull(20_000, 25_000));
      const stranger = await here.world.school(`stranger-${here.campus.id}`);
      await storeFile({ deps, campusID: stranger.id }, mp4(25_000));
      await changeSchool(deps.store.db, schoolID, { filesLimit: null });
      expect((await upload(mp4(5001))).status).toBe(200);
    });

    it('Space for a file is reserved before writing, released when writing fails, and expires after five minutes.', async () => {
      limitTo(10_000);
      const { deps } = here.world;
      const campusID = here.campus.id;
      const config = { ...deps.config, uploadsDir: '/dev/null/uploads' };
      await expect(storeFile({ deps: { ...deps, config }, campusID }, mp4(10_000))).rejects.toThrow(
        /ENOTDIR|EEXIST/,
      );
      expect(await rowsOf(campusID)).toEqual([]);
      here.clock.now = new Date('2030-01-01T08:00:00.000Z');
      const reservedUntil = '2030-01-01T08:05:00.000Z';
      await recordFile(here.campus.scope, {
        name: `${campusID}-x`,
        bytes: 1,
        createdAt: '2030-01-01',
        reservedUntil,
      });
      const answered = await upload(mp4(10_000));
      expect(answered.body.message).toBe(full(1, 10_000));
      here.clock.now = new Date(reservedUntil);
      expect((await upload(mp4(10_000))).status).toBe(200);
    });

    it('Files found on the disk count for the campus named by their name or by a row.', async () => {
      const { deps } = here.world;
      const { id } = here.campus;
      const sister = await here.campus.sister();
      const newName = (campusID?: number) =>
        `${campusID === undefined ? '' : `${campusID}-`}${randomBytes(18).toString('base64url')}.mp4`;
      const [own, old, nobodys, gone] = [newName(id), newName(), newName(), newName(999_999)];
      await mkdir(deps.config.uploadsDir, { recursive: true });
      const at = (name: string) => join(deps.config.uploadsDir, name);
      for (const name of [own, old, nobodys, gone]) await writeFile(at(name), mp4(700));
      await writeFile(at('notes.txt'), 'of others');
      await sister.save([makeBill({ avatar: `/files/${old}` })]);
      for (let starts = 0; starts < 2; starts += 1) {
        await recordFiles(deps);
        expect(await rowsOf(id)).toEqual([{ name: own, bytes: 700, reservedUntil: null }]);
        expect(await rowsOf(sister.id)).toEqual([{ name: old, bytes: 700, reservedUntil: null }]);
      }
      limitTo(1000);
      expect((await upload(mp4(500))).body.message).toBe(full(700, 1000));
      for (const name of [own, old, nobodys, gone, 'notes.txt']) await rm(at(name));
      await recordFiles(deps);
      expect(await rowsOf(id)).toEqual([]);
      expect((await upload(mp4(500))).status).toBe(200);
    });
  });
});

/**
 * The last version left unfinished work: stopped numbers, held and scheduled sends, waiting templates, sealed secrets
 * and chats opened by hand. Today's program recognises each by its code and continues it.
 */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import type { Body } from './make/desk.ts';
import { secrets, statusCall } from './make/last.ts';
import { first, last, useUpgraded } from './upgraded.ts';

const [girls, cloud, phone, hand] = [1, 3, 4, 5];

/** The texts of one provider are not ours, so they have no code. */
const isForeign = (sentence: string) => sentence.startsWith('Rejected: ');

describe.each(engines)('Unfinished work of the last version on %s', (engine) => {
  const here = useUpgraded(engine, last);
  /** The campuses whose number was stopped. */
  const branches = () =>
    here.fixture.answers.filter(({ path, body }) => path === '/Sender' && body.stopped).map(({ cID }) => cID);

  it('Every reason and notice of the last version has a code, except foreign texts.', async () => {
    let count = 0;
    const look = (sentence: string | null, code: string | null) => {
      if (!sentence) return expect(code).toBeNull();
      count += 1;
      expect(code === 'other', sentence).toBe(isForeign(sentence));
    };
    for (const { cID, path } of here.fixture.answers) {
      const desk = here.deskAt(cID);
      if (path === '/Outbox/Export')
        for (const { reason, reasonCode } of await desk.get(path)) look(reason, reasonCode);
      if (path === '/Outbox/Runs')
        for (const { notice, noticeCode } of await desk.get(path)) look(notice, noticeCode);
      if (path === '/MessageTemplate/Approvals')
        for (const { reason, reasonCode } of (await desk.get(path)).items) look(reason, reasonCode);
      const { stopped } = path === '/Sender' ? await desk.get(path) : {};
      if (stopped) look(stopped.reason, stopped.reasonCode);
    }
    expect(count).toBeGreaterThan(270);
  });

  it('Stopped senders and held sends of the last version continue when a person resumes them.', async () => {
    expect(branches()).toHaveLength(41);
    let held = 0;
    for (const cID of branches()) {
      const desk = here.deskAt(cID);
      const paused = (await desk.get('/Outbox/Runs')).filter((run: Body) => run.paused);
      const codes = paused.map(({ noticeCode }: Body) => noticeCode);
      for (const code of codes) expect(['guard', 'template']).toContain(code);
      held += codes.length;
      expect(await desk.post('/Outbox/Resume')).toEqual({ changed: paused.length });
      expect((await desk.get('/Sender')).stopped).toBeNull();
      const now: Body[] = await desk.get('/Outbox/Runs');
      expect(now.filter((run) => run.paused)).toEqual([]);
    }
    expect(held).toBeGreaterThan(60);
  });

  it('Templates keep their state, and sends that wait for a template are sent once it is approved.', async () => {
    const desk = here.deskAt(cloud);
    const states = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await desk.get('/MessageTemplate/Approvals')).items.map(({ name, state, reasonCode }: Body) => [
          name,
          reasonCode ? `${state}: ${reasonCode}` : state,
        ]),
      );
    expect(await states()).toEqual({
      notice_0: 'rejected: textBreaksRules',
      notice_1: 'rejected: textLooksLikeFraud',
      notice_2: 'rejected: textAdvertises',
      notice_3: 'rejected: textFormat',
      notice_4: 'rejected: textCategory',
      notice_5: 'rejected: textCategoryOrLanguage',
      notice_6: 'rejected: other',
      notice_7: 'pending',
      notice_8: 'approved',
      notice_9: 'paused: approvalPaused',
      notice_10: 'paused: templatePausedByWhatsApp',
      notice_11: 'disabled: approvalSwitchedOff',
      notice_12: 'disabled: approvalDeleted',
      notice_13: 'disabled: approvalGone',
    });
    expect(await here.statesOf(cloud, 'Held for its template')).toEqual(['queued']);
    await desk.post('/MessageTemplate/Sync');
    expect(await states()).toMatchObject({ notice_9: 'approved', notice_10: 'approved' });
    await here.world.work();
    const held = (await desk.get('/Outbox/Runs')).filter(({ text }: Body) => text.startsWith('Held'));
    expect(held.map(({ paused, notice }: Body) => ({ paused, notice }))).toEqual(
      [1, 2].map(() => ({ paused: false, notice: null })),
    );
    for (const { counts } of held) expect(counts).toMatchObject({ accepted: 1 });
  });

  it('Sealed secrets of the last version can be opened, and each provider gets its own.', async () => {
    const { broadcastID } = await here.run(cloud, 'Cloud: paused');
    expect(await here.deskAt(cloud).post('/Outbox/Resume', { broadcastID })).toEqual({ changed: 1 });
    await here.deskAt(phone).post('/Chat/SendWhatsApp', { message: 'Of today', contacts: '0300-3100009' });
    await here.world.work();
    const asked = here.whatsApp.asked.filter(({ path }) => path.endsWith('/messages'));
    expect(asked.length).toBeGreaterThan(0);
    for (const { headers } of asked) expect(headers.authorization).toBe(`Bearer ${secrets.token}`);
    expect(here.given.map(({ settings }) => settings.apiKey)).toContain(secrets.apiKey);
    expect(await here.statesOf(phone, 'Of today')).toEqual(['accepted']);
  });

  it('The connection test of an upgraded sender passes and shows the quality of the number.', async () => {
    const desk = here.deskAt(cloud);
    const { findings } = await desk.post('/Sender/Connection/Test');
    const states = findings.map(({ what, state }: Body) => `${what} ${state}`);
    expect(states).toEqual(['reached good', 'number good', 'quality good', 'limit good', 'webhook waiting']);
    const known = { kept: ['token', 'appSecret'], name: 'Girls School', quality: 'Good' };
    expect(await desk.get('/Sender/Connection')).toMatchObject(known);
  });

  it('Webhooks signed with the stored secret are still accepted.', async () => {
    const body = statusCall('cloud.1', 'delivered', 'm2:15:a1:');
    const call = (secret: string) =>
      fetch(`${here.world.address}/webhooks/whatsapp/sender-${cloud}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
      });
    expect((await call('another-secret')).status).toBe(401);
    expect((await call(secrets.appSecret)).status).toBe(200);
    await here.world.work();
    expect(await here.statesOf(cloud, 'Cloud: on its way')).toEqual(['delivered']);
  });

  it('A chat that was opened by hand before the upgrade can be closed by the person who opened it.', async () => {
    const desk = here.deskAt(hand);
    const { next } = await desk.get('/Outbox/ByHand');
    expect(next).toMatchObject({ number: '+923003200001', openedAt: '2026-11-20T06:40:00.000Z' });
    expect(await desk.post('/Outbox/ByHand/Close', { id: next.id, outcome: 'notSent' })).toEqual({
      changed: 1,
    });
    expect(await desk.get(`/Outbox/${next.id}`)).toMatchObject({ status: 'queued', reasonCode: 'putBack' });
  });

  it('Messages that may have been sent can be left or retried after the upgrade.', async () => {
    const cID = here.fixture.answers.find(({ body }) => body[0]?.text === 'Every reason')?.cID ?? 0;
    const desk = here.deskAt(cID);
    const unknown = (await here.messagesOf(cID, 'Every reason')).filter(({ status }) => status === 'unknown');
    const ids = unknown.map(({ id }) => id);
    expect(await desk.post('/Outbox/Leave', { ids: ids.slice(1) })).toMatchObject({
      changed: ids.length - 1,
    });
    expect(await desk.get(`/Outbox/${ids[1]}`)).toMatchObject({ reasonCode: 'left' });
    expect(await desk.post('/Outbox/Retry', { ids: ids.slice(0, 1) })).toMatchObject({ changed: 1 });
  });

  it('An opt-out of the last version is still valid, and can be ended.', async () => {
    const desk = here.deskAt(girls);
    const sent = await desk.post('/Chat/SendWhatsAppGroup', {
      message: 'Of today',
      contacts: '0300-2200001',
    });
    expect(sent).toMatchObject({ queued: 0, skipped: [{ reasonCode: 'optedOut' }] });
    await desk.remove('/OptOuts', { number: '0300-2200001', note: 'Asked for them again' });
    const again = await desk.post('/Chat/SendWhatsAppGroup', { message: 'Of now', contacts: '0300-2200001' });
    expect(again).toMatchObject({ queued: 1, skipped: [] });
  });

  it('A send that was scheduled before the upgrade begins at its time.', async () => {
    expect(await here.statesOf(girls, 'Scheduled')).toEqual(['queued']);
    here.now = new Date('2026-11-21T09:00:30.000Z');
    await here.world.work();
    expect(await here.statesOf(girls, 'Scheduled')).toEqual(['read']);
    expect(await here.run(girls, 'Scheduled')).toMatchObject({ notice: null, noticeCode: null });
  });
});

describe.each(engines)('Colleagues on %s', (engine) => {
  const here = useUpgraded(engine, last);
  const as = (name: string) => here.deskAt(girls, `upgrade-session-${name}`);

  it('Sessions of the last version stay valid, with the same rights.', async () => {
    const tries = [
      ['GET', '/Groups', undefined],
      ['POST', '/MessageTemplate', { title: 'Of today', message: 'Hi' }],
      ['POST', '/Outbox/Pause', {}],
      ['GET', '/Sender/Connection', undefined],
    ] as const;
    const statuses = async (name: string) => {
      const found: number[] = [];
      for (const [method, path, body] of tries) found.push((await as(name).try(method, path, body)).status);
      return found;
    };
    expect(await statuses('viewer')).toEqual([200, 403, 403, 403]);
    expect(await statuses('clerk')).toEqual([200, 200, 403, 403]);
    expect(await statuses('sender')).toEqual([200, 403, 200, 403]);
    expect((await as('stranger').try('GET', '/Groups')).status).toBe(401);
  });
});

describe.each(engines)('Colleagues of the first version on %s', (engine) => {
  const here = useUpgraded(engine, first);

  // The first version stored whole tokens. They were deleted when the store changed to digests.
  it('Sessions of the first version end, because it stored whole tokens.', async () => {
    const viewer = here.deskAt(girls, 'upgrade-session-viewer');
    expect((await viewer.try('GET', '/Groups')).status).toBe(401);
  });
});

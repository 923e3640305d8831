import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestMessage, longestSendOn, longestTitle } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { fileForm, pixel } from './sample-inputs.ts';

const reminder = { title: 'Reminder', message: 'Dear parent of {{name}}', media: '', sendOn: '' };

describe.each(engines)('Templates on %s', (engine) => {
  const here = useCampus(engine);
  const all = () => here.clerk.get(calls.listTemplates);
  const add = (change: object = {}) =>
    here.clerk.ask(calls.addTemplate, { body: { ...reminder, ...change } });
  const added = async (change: object = {}) =>
    here.clerk.get(calls.addTemplate, { body: { ...reminder, ...change } });
  const update = (id: number, body: object) => here.clerk.ask(calls.updateTemplate, { params: { id }, body });

  it('Templates are listed for the own campus in the order they were made.', async () => {
    const { campus } = here;
    expect(await all()).toEqual([]);
    await campus.template('Reminder', 'Dear {{name}}');
    const planned = { media: 'https://school.example/a.png', sendOn: 'Admission' };
    await added({ title: 'Holiday', message: 'چھٹی', ...planned });
    await (await campus.sister()).template('Not ours', 'x');
    expect(await all()).toMatchObject([
      { title: 'Reminder', message: 'Dear {{name}}', media: '', sendOn: null },
      { title: 'Holiday', message: 'چھٹی', ...planned },
    ]);
  });

  it('Templates are added, changed and removed, and each call answers the new state.', async () => {
    const made = await added({ title: '  Fee due ', message: '  *Salam*\n', sendOn: ' ' });
    // A title is trimmed, but a text is sent as it was written.
    const version = expect.any(String);
    const { id } = made;
    expect(made).toEqual({ id, version, title: 'Fee due', message: '  *Salam*\n', media: '', sendOn: null });
    const media = (await here.clerk.get(calls.uploadFile, { body: fileForm(pixel) })).path[0];
    const body = { title: 'Fee', message: 'فیس {{total}}', media, sendOn: '1st' };
    const { body: changed } = await update(made.id, body);
    expect(changed).toEqual({ id, version, ...body });
    expect(changed.version).not.toBe(made.version);
    expect(await all()).toEqual([changed]);
    await here.clerk.get(calls.removeTemplate, { params: { id: made.id } });
    expect(await all()).toEqual([]);
    expectFailure(await update(made.id, body), 'notFound');
    expectFailure(await here.clerk.ask(calls.removeTemplate, { params: { id: made.id } }), 'notFound');
  });

  it('A change of a template keeps media and occasion if they are omitted, and clears them if they are empty.', async () => {
    const { id } = await added({ media: 'https://school.example/a.mp4', sendOn: 'Admission' });
    const { title, message } = reminder;
    expect((await update(id, { title, message })).body).toMatchObject({
      media: 'https://school.example/a.mp4',
      sendOn: 'Admission',
    });
    expect((await update(id, { title, message, media: '', sendOn: '' })).body).toMatchObject({
      media: '',
      sendOn: null,
    });
    await update(id, { title, message, media: 'https://school.example/a.mp4', sendOn: 'x' });
    expect((await update(id, { title, message, media: null, sendOn: null })).body).toMatchObject({
      media: '',
      sendOn: null,
    });
  });

  it('A template without a title or message is refused in the words of the spec.', async () => {
    for (const title of ['', ' \n', null, undefined]) {
      const answered = await add({ title });
      expectFailure(answered, 'invalid');
      expect(answered.body).toMatchObject({
        message: toasts.errors.details,
        issues: [{ path: 'title', message: toasts.errors.details }],
      });
    }
    for (const message of ['', ' \n\t', undefined]) {
      const answered = await add({ message });
      expectFailure(answered, 'invalid');
      expect(answered.body).toMatchObject({ message: toasts.errors.message, issues: [{ path: 'message' }] });
    }
    expect(await all()).toEqual([]);
  });

  it('A template may be as long as WhatsApp allows, and no longer.', async () => {
    const whole = {
      title: 'ت'.repeat(longestTitle),
      message: 'م'.repeat(longestMessage),
      sendOn: 's'.repeat(longestSendOn),
    };
    expect(await added(whole)).toMatchObject(whole);
    for (const key of ['title', 'message', 'sendOn'] as const) {
      const answered = await add({ [key]: `${whole[key]}x` });
      expectFailure(answered, 'malformed');
      expect(answered.body.issues).toMatchObject([{ path: key }]);
    }
  });

  it('A template with unknown placeholders is refused, and each is named once.', async () => {
    const { id } = await added();
    const message = 'Dear {{nmae}}, {{ NAME }}, {{Amount Due}}, {{nmae}}';
    for (const answered of [await add({ message }), await update(id, { ...reminder, message })]) {
      expectFailure(answered, 'invalid');
      expect(answered.body.message).toBe(failureWords.unknownPlaceholder('nmae'));
      expect(answered.body.issues).toEqual(
        ['nmae', 'Amount Due'].map((name) => ({
          path: 'message',
          message: failureWords.unknownPlaceholder(name),
        })),
      );
    }
    expect(await all()).toMatchObject([{ id, message: reminder.message }]);
  });

  it.each([
    'https://school.example/a',
    'https://169.254.169.254/a.png',
    'https://localhost/a.png',
    'http://school.example/a.png',
    'https://',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//school.example/a.png',
    '/files/a.png',
    '/files/../qasid.db',
    '/files/abcdefghijklmnopqrstuvwx.svg',
    '/files/abcdefghijklmnopqrstuvwx.png?x',
    `https://school.example/${'a'.repeat(500)}`,
  ])('A template refuses media from %s.', async (media) => {
    const answered = await add({ media });
    expectFailure(answered, 'invalid');
    for (const { path } of answered.body.issues) expect(path).toBe('media');
  });

  it('Changing or removing a template leaves sent messages as they were.', async () => {
    const { clerk, campus, world } = here;
    const group = await campus.group({ bills: 1 });
    const { id, message } = await added({ message: 'Salam {{name}}' });
    const { broadcastID } = await clerk.get(calls.sendToGroups, { body: { message, groupIDs: [group.id] } });
    const texts = async () =>
      (await clerk.get(calls.listOutbox, { query: { broadcastID } })).items.map(
        ({ text, status }: { text: string; status: string }) => ({ text, status }),
      );
    const text = `Salam ${group.bills[0]?.name}`;
    await update(id, { ...reminder, message: 'Other' });
    expect(await texts()).toEqual([{ text, status: 'queued' }]);
    await clerk.get(calls.removeTemplate, { params: { id } });
    await world.work();
    expect(await texts()).toMatchObject([
      { text, status: expect.stringMatching(/^(accepted|sent|delivered|read)$/) },
    ]);
  });

  it('If two people change a template, the last change is stored.', async () => {
    const { id } = await added();
    const colleague = await here.caller({ edit: true });
    await update(id, { ...reminder, title: 'Mine' });
    const body = { ...reminder, title: 'Hers' };
    await colleague.get(calls.updateTemplate, { params: { id }, body });
    expect(await all()).toMatchObject([{ id, title: 'Hers' }]);
  });

  it('A user with several campuses can change a template of another campus without naming the campus.', async () => {
    const sister = await here.campus.sister();
    const theirs = await sister.template('Theirs', 'x');
    const both = await here.caller({ edit: true, delete: true }, [sister]);
    const request = { params: { id: theirs?.id }, query: { cID: undefined }, body: reminder };
    expect(await both.get(calls.updateTemplate, request)).toMatchObject({ title: 'Reminder' });
    expect(await all()).toEqual([]);
    await both.get(calls.removeTemplate, { params: { id: theirs?.id }, query: { cID: undefined } });
    expectFailure(await both.ask(calls.updateTemplate, request), 'notFound');
  });

  describe('Live events', () => {
    let heard: LiveEvent[];
    beforeEach(() => {
      heard = [];
      here.world.deps.bus.subscribe(here.campus.id, (event) => heard.push(event));
    });
    // The same event comes at most twice a second, so each step has its own campus.
    it.each(['add', 'update', 'remove'] as const)(
      'The step %s of a template publishes a live event.',
      async (step) => {
        const template = await here.campus.template('Fee due', 'x');
        const params = { id: template?.id ?? 0 };
        if (step === 'add') await added();
        if (step === 'update') await update(params.id, reminder);
        if (step === 'remove') await here.clerk.get(calls.removeTemplate, { params });
        await expect.poll(() => heard).toEqual([{ what: 'templates' }]);
      },
    );

    it('A refused change of a template publishes no live event.', async () => {
      await add({ title: '' });
      await add({ message: '{{x}}' });
      await update(987_654_321, reminder);
      await here.campus.group({ bills: 1 });
      // An earlier event would have arrived earlier.
      await expect.poll(() => heard.map(({ what }) => what)).toContain('groups');
      expect(heard.map(({ what }) => what)).not.toContain('templates');
    });
  });
});

/** Allowed media of a message: an existing upload, or a picture or video of a public site. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Media of messages on %s', (engine) => {
  const here = useCampus(engine);
  const stored = (broadcastID: number) =>
    here.world.deps.store.db
      .selectFrom('message')
      .selectAll()
      .where('broadcastID', '=', broadcastID)
      .execute();
  const send = (body: Record<string, unknown>) =>
    here.clerk.get(calls.sendToGroups, { body: { message: 'Fees are due', ...body } });
  const runs = () =>
    here.world.deps.store.db
      .selectFrom('broadcast')
      .selectAll()
      .where('campusID', '=', here.campus.id)
      .execute();

  it.each([
    'javascript:alert(1)',
    'http://169.254.169.254/x.png',
    'https://169.254.169.254/x.png',
    'https://[::1]/x.png',
    'https://0x7f.1/x.png',
    'https://localhost/x.png',
    'https://nas.local/x.png',
    'https://me:secret@school.example/x.png',
    'https://school.example/x.exe',
    'https://school.example/x',
    '/files/a.png',
    '/files/../qasid.db',
    `/files/${'a'.repeat(24)}.png`,
  ])('Media from %s are refused by every call.', async (media) => {
    const { campus, clerk } = here;
    const { classID, sectionID } = await campus.roster();
    const text = { message: 'Holiday', media };
    const body = { ...text, contacts: '03001234567' };
    const ofClasses = { ...text, clsIDs: [classID], secIDs: [sectionID], campusID: campus.id };
    for (const [call, input] of [
      [calls.sendToGroups, body],
      [calls.sendToMember, body],
      [calls.sendToClasses, ofClasses],
      [calls.planSend, body],
      [calls.addTemplate, { ...text, title: 'Holiday' }],
    ] as const) {
      const answered = await clerk.ask(call, { body: input });
      expectFailure(answered, 'invalid');
      expect([failureWords.mediaAddress, failureWords.notUploaded]).toContain(answered.body.message);
    }
    expect(await runs()).toEqual([]);
  });

  it.each(['https://school.example/a.PNG', 'https://cdn.school.example/b.mp4?sig=1', '', null])(
    'Media from %s are accepted.',
    async (media) => {
      const { broadcastID } = await send({ contacts: '03001234567', media });
      expect(await stored(broadcastID)).toMatchObject([{ media: media ?? '' }]);
    },
  );
});

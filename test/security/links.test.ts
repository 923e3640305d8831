/** One-time links used twice, at once, too late, after their replacement, or for another purpose. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { invitationHours, resetHours } from '#shared/limits.ts';
import { roles } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { expectAnswer, expectFailure } from '../http/expectations.ts';
import { engines } from '../support/engines.ts';
import { useTarget } from './target.ts';

const chosen = 'a password of her own';
let count = 0;

describe.each(engines)('One-time links on %s', (engine) => {
  const target = useTarget(engine);
  const tokenOf = (url: string): string => new URL(url).hash.slice(1);
  const open = (token: string, password = chosen, more = {}) =>
    target.world.call(calls.openLink, { body: { token, password, ...more } });
  const show = (token: string) => target.world.call(calls.showLink, { body: { token } });

  async function invite() {
    const userName = `invited.${++count}.${engine}`;
    const rights = [{ campusID: target.campus.id, rights: roles.viewer }];
    const { id, link } = await target.head.get(calls.invitePerson, {
      body: { name: 'Ayesha', userName, rights },
    });
    return { id: id as string, userName, token: tokenOf(link.url) };
  }
  const reset = async (id: string) =>
    tokenOf((await target.head.get(calls.resetPerson, { params: { id } })).url);
  const expectOver = async (token: string) => {
    for (const answer of [await show(token), await open(token)]) {
      expectFailure(answer, 'notFound');
      expect(answer.body.message).toBe(failureWords.linkOver);
    }
  };

  it('A one-time link opens once.', async () => {
    const { token, userName } = await invite();
    expectAnswer(calls.openLink, await open(token));
    await expectOver(token);
    expect((await open(token, 'the password of a thief')).status).toBe(404);
    expectFailure(await target.login(userName, { password: 'the password of a thief' }), 'signedOut');
    expectAnswer(calls.login, await target.login(userName, { password: chosen }));
  });

  it('Eight requests at once open a one-time link once, with the winner’s password.', async () => {
    const { token, userName } = await invite();
    const passwords = Array.from({ length: 8 }, (_, at) => `password of racer ${at}`);
    const answers = await Promise.all(passwords.map((password) => open(token, password)));
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(won).toHaveLength(1);
    for (const [at, password] of passwords.entries()) {
      const { status } = await target.login(userName, { password });
      expect(status, password).toBe(at === won[0] ? 200 : 401);
    }
  });

  it('A one-time link works until it expires and not afterwards.', async () => {
    const invited = await invite();
    target.wait(invitationHours * 3600 - 1);
    expectAnswer(calls.showLink, await show(invited.token));
    target.wait(1);
    await expectOver(invited.token);
    const again = await reset(invited.id);
    target.wait(resetHours * 3600);
    await expectOver(again);
    expectFailure(await target.login(invited.userName, { password: chosen }), 'signedOut');
  });

  it('A one-time link that was replaced or whose account was disabled no longer works.', async () => {
    const { id, token } = await invite();
    const second = await reset(id);
    await expectOver(token);
    expectAnswer(calls.showLink, await show(second));
    await target.head.get(calls.disablePerson, { params: { id } });
    await expectOver(second);
    await target.head.get(calls.enablePerson, { params: { id } });
    await expectOver(second);
  });

  it('A one-time link opened during a reset or a disabling leaves no usable password.', async () => {
    const { id, token, userName } = await invite();
    const [opened, next] = await Promise.all([open(token), reset(id)]);
    expect([200, 404]).toContain(opened.status);
    expectFailure(await target.login(userName, { password: chosen }), 'signedOut');
    const [, disabled] = await Promise.all([
      open(next),
      target.head.ask(calls.disablePerson, { params: { id } }),
    ]);
    expectAnswer(calls.disablePerson, disabled);
    expectFailure(await target.login(userName, { password: chosen }), 'signedOut');
  });

  it('A one-time link sets a valid password only, and no rights or other account.', async () => {
    const { token, id } = await invite();
    for (const more of [{ userID: target.head.userID }, { rights: [] }, { userName: target.head.userName }])
      expectFailure(await open(token, chosen, more), 'malformed');
    for (const weak of ['password1', 'short', 'ayesha', 'x'.repeat(129)])
      expect([400, 422]).toContain((await open(token, weak)).status);
    expectAnswer(calls.openLink, await open(token));
    const people = (await target.head.get(calls.listPeople)).people as { id: string; rights: object[] }[];
    expect(people.find((person) => person.id === id)?.rights).toEqual([
      { campusID: target.campus.id, rights: roles.viewer },
    ]);
  });

  it('A part or variation of a one-time link does not work and reveals nothing.', async () => {
    const { token } = await invite();
    for (const tried of [
      token.slice(1),
      token.slice(0, -1),
      `${token}a`,
      token.toLowerCase(),
      ` ${token}`,
      '%',
    ])
      await expectOver(tried);
    expectAnswer(calls.openLink, await open(token));
  });
});

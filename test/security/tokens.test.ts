/** Tokens that were changed, sent in the wrong place, or used after their end. */
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { digestOf } from '../../src/server/auth/auth-rules.ts';
import { expectAnswer, expectFailure } from '../http/expectations.ts';
import { listen } from '../http/listening.ts';
import { engines } from '../support/engines.ts';
import { cookiesOf, password, useTarget } from './target.ts';

describe.each(engines)('Tokens on %s', (engine) => {
  const target = useTarget(engine);
  const place = () => ({ db: target.campus.db, cID: target.campus.id });
  const ask = (
    headers: Record<string, string>,
    call = calls.listGroups as Parameters<typeof target.world.call>[0],
  ) => target.world.call(call, { query: place(), headers });

  it('A changed token, or the stored digest of a token, gives no access.', async () => {
    const { userName } = await target.person();
    const { token } = (await target.login(userName)).body as { token: string };
    const { token: key } = await target.campus.key();
    for (const good of [token, key]) {
      expectAnswer(calls.listGroups, await ask({ authorization: `Bearer ${good}` }));
      const swapped = good.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
      const tampered = [
        good.slice(0, -1),
        `${good}a`,
        `${good}=`,
        swapped,
        good.split('').reverse().join(''),
        digestOf(good),
        `${good}%00`,
        `${good}' or '1'='1`,
        `${good} ${good}`,
        `${good},${good}`,
      ];
      for (const one of tampered) expectFailure(await ask({ authorization: `Bearer ${one}` }), 'signedOut');
    }
  });

  it('A token is accepted in the Bearer scheme only, not in another header, address or cookie.', async () => {
    const { token } = target.head;
    const elsewhere: Record<string, string>[] = [
      { authorization: token },
      { authorization: `bearer${token}` },
      { authorization: `Token ${token}` },
      { authorization: `Basic ${btoa(`${token}:`)}` },
      { 'x-auth-token': token },
      { 'x-access-token': token },
      { cookie: `qasid_session=${token}` },
      { cookie: `qasid_signed_in=${token}` },
    ];
    for (const headers of elsewhere) expectFailure(await ask(headers), 'signedOut');
    for (const name of ['token', 'access_token', 'Authorization'])
      expectFailure(
        await target.world.call(calls.listGroups, { query: { ...place(), [name]: token } }),
        'signedOut',
      );
  });

  it('A cookie gives access to Account/Session only, and a form on another page cannot use it to sign out.', async () => {
    const { userName } = await target.person();
    const cookie = cookiesOf(await target.login(userName));
    expectAnswer(calls.getSession, await target.world.call(calls.getSession, { headers: { cookie } }));
    expectFailure(await ask({ cookie }, calls.listPeople), 'signedOut');
    expectFailure(await ask({ cookie }, calls.clearOutbox), 'signedOut');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expectFailure(
        await target.world.call(calls.logout, { headers: { cookie }, body: '{"everywhere":true}', type }),
        'signedOut',
      );
    expectAnswer(calls.getSession, await target.world.call(calls.getSession, { headers: { cookie } }));
  });

  it('An ended session gives no access, and its live stream ends.', async () => {
    const { userName, userID } = await target.person();
    const open = async () => (await target.login(userName)).body as { token: string };
    const [here, elsewhere] = [await open(), await open()];
    const stream = await listen(target.world, elsewhere, target.campus);
    await stream.block();
    const body = { current: password, password: 'another good password' };
    await target.world.call(calls.changePassword, { token: here.token, body });
    while ((await stream.next()) !== undefined);
    expectFailure(await ask({ authorization: `Bearer ${elsewhere.token}` }), 'signedOut');
    await target.head.get(calls.disablePerson, { params: { id: userID } });
    expectFailure(await ask({ authorization: `Bearer ${here.token}` }), 'signedOut');
    await target.head.get(calls.enablePerson, { params: { id: userID } });
    expectFailure(await ask({ authorization: `Bearer ${here.token}` }), 'signedOut');
  });

  it('A token of one kind is not accepted as another: link, session, key and set-up.', async () => {
    const { userName, userID } = await target.person();
    const { url } = await target.head.get(calls.resetPerson, { params: { id: userID } });
    const link = new URL(url).hash.slice(1);
    const { token: key } = await target.campus.key();
    expectFailure(await ask({ authorization: `Bearer ${link}` }), 'signedOut');
    for (const token of [target.head.token, key, digestOf(link), userName])
      expectFailure(
        await target.world.call(calls.openLink, { body: { token, password: 'another good password' } }),
        'notFound',
      );
    const school = { school: 'A School', campus: 'A Campus', name: 'A Name', userName: 'intruder', password };
    for (const token of [link, key, target.head.token, ''])
      expectFailure(await target.world.call(calls.setUp, { body: { ...school, token } }), 'conflict');
  });

  it('An API key cannot manage keys, sessions, people, backups or the connection.', async () => {
    const { id, token } = await target.campus.key();
    const program = (call: Parameters<typeof target.world.call>[0], more = {}) =>
      target.world.call(call, { token, query: place(), ...more });
    const rights = { view: true, add: true, edit: true, delete: true, outbox: true };
    const all = { ...rights, admin: true };
    const tries = [
      program(calls.makeKey, { body: { name: 'A', rights } }),
      program(calls.listKeys),
      program(calls.revokeKey, { params: { id } }),
      program(calls.invitePerson, {
        body: {
          name: 'A',
          userName: `a.${randomUUID().slice(0, 8)}`,
          rights: [{ campusID: target.campus.id, rights: all }],
        },
      }),
      program(calls.resetPerson, { params: { id: target.head.userID } }),
      program(calls.getSession),
      program(calls.listSessions),
      program(calls.endOtherSessions, { body: {} }),
      program(calls.changePassword, { body: { current: password, password } }),
      program(calls.beginTwoFactor, { body: { current: password } }),
      program(calls.getBackups),
      program(calls.getBackupAge),
      program(calls.makeBackup),
      program(calls.setConnection, { body: { way: 'demo' } }),
    ];
    for (const answer of await Promise.all(tries)) expectFailure(answer, 'forbidden');
  });
});

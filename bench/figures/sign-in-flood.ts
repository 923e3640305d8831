/**
 * Sign-in while others guess passwords: a browser that has signed in before, a new browser at another address, and the
 * desk’s other answers, with 55 and with 200 tries in flight.
 */
import type { Engine } from '../../src/server/platform/db/store.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { type ApiRequest, adminPassword, ask, type Program, startProgram } from '../program.ts';
import { enterSchool } from '../school.ts';

/** The milliseconds that a person may wait for the sign-in. */
const patience = 1500;
const rounds = 3;
const triesFrom = 10;

type Tried = { status: number; ms: number; cookie: string };
type Try = { userName?: string; password?: string; from: string; cookie?: string };

async function signIn({ address }: Program, tried: Try): Promise<Tried> {
  const { userName = 'admin', password = adminPassword, from, cookie = '' } = tried;
  const begun = performance.now();
  const answer = await fetch(`${address}/api/Account/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
    body: JSON.stringify({ userName, password }),
  });
  await answer.arrayBuffer();
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  return { status: answer.status, ms: performance.now() - begun, cookie: cookies.join('; ') };
}

/** Each round has its own addresses, because the tries of an address are limited per minute. */
let net = 0;

async function measureFlood(
  program: Program,
  { cookie, page, tries, engine }: { cookie: string; page: ApiRequest; tries: number; engine: Engine },
): Promise<Row[]> {
  const slowest = { trusted: 0, fresh: 0, page: 0 };
  const statuses = new Map<string, number>();
  const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
  for (let round = 0; round < rounds; round++) {
    net += 1;
    const flood = Array.from({ length: tries }, (_, at) =>
      signIn(program, {
        userName: `guess.${net}.${at}`,
        password: 'a guess of many',
        from: `198.18.${net}.${Math.floor(at / triesFrom) + 1}`,
      }),
    );
    // A moment later all of them are in flight.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const showPage = async () => {
      const begun = performance.now();
      await ask(program, page);
      return performance.now() - begun;
    };
    const [trusted, fresh, shown] = await Promise.all([
      signIn(program, { from: `198.19.${net}.1`, cookie }),
      signIn(program, { from: `198.19.${net}.2` }),
      showPage(),
    ]);
    count(`known ${trusted.status}`);
    count(`new ${fresh.status}`);
    slowest.trusted = Math.max(slowest.trusted, trusted.ms);
    slowest.fresh = Math.max(slowest.fresh, fresh.ms);
    slowest.page = Math.max(slowest.page, shown);
    for (const { status } of await Promise.all(flood)) count(`guess ${status}`);
  }
  const note = [...statuses].map(([what, times]) => `${what}: ${times}`).join(', ');
  const row = (what: string, ours: number, bound: number | undefined): Row => ({
    what: `${what} with ${tries} tries in flight, ${engine}`,
    ...{ ours, floor: patience, unit: 'ms', ratio: ours / patience, bound },
    beside: 'what a person waits for',
    note,
  });
  return [
    row('sign-in of a known browser', slowest.trusted, 1),
    row('sign-in of a new browser', slowest.fresh, undefined),
    row('an answer to the page', slowest.page, 1),
  ];
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'error' });
  const { apiRequest } = await enterSchool(program);
  const { cookie } = await signIn(program, { from: '198.19.0.1' });
  const rows: Row[] = [];
  for (const tries of [55, 200])
    rows.push(...(await measureFlood(program, { cookie, page: apiRequest('/Groups'), tries, engine })));
  await program.stop();
  return rows;
}

export const signInFlood: Figure = {
  name: 'sign-in-flood',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};

import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, isForKeys } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { version } from '../../src/server/config.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

type Paths = Record<string, Record<string, Operation>>;
type Schema = { type?: string; properties?: Record<string, unknown>; anyOf?: unknown[] };
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId?: string;
  summary?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** A schema that accepts everything does not describe anything. */
const isDescribed = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  Object.keys(schema).some((key) => ['type', 'anyOf', 'oneOf', 'allOf', '$ref'].includes(key));

describe.each(engines)('The API reference on %s', (engine) => {
  const here = useCampus(engine);
  const get = (path: string) => fetch(`${here.world.address}${path}`);
  let paths: Paths;
  beforeAll(async () => {
    paths = ((await (await get('/api/openapi.json')).json()) as { paths: Paths }).paths;
  });

  it('The API reference lists every call at its path with its parameters and answer.', async () => {
    const response = await get('/api/openapi.json');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { openapi } = (await response.json()) as { openapi: string };
    expect(openapi).toMatch(/^3\.1\./);
    const listed: string[] = [];
    for (const call of Object.values(calls) as Call[]) {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
      const operation = paths[path]?.[call.method.toLowerCase()];
      expect(operation, `${call.method} ${path}`).toMatchObject({ summary: call.summary });
      listed.push(`${call.method} ${path}`);
      const named = (place: string) =>
        operation?.parameters?.filter((one) => one.in === place).map(({ name }) => name) ?? [];
      expect(named('query').sort()).toEqual(Object.keys(call.query?.shape ?? {}).sort());
      expect(named('path')).toEqual(Object.keys(call.params?.shape ?? {}));
      const sent = call.body ?? call.form ?? call.lines;
      expect(operation?.requestBody !== undefined, path).toBe(sent !== undefined);
      expect(Object.keys(operation?.responses ?? {})).toContain(call.answer ? '200' : '204');
      const forKeys = isForKeys(call) ? [{ bearer: [] }, { key: [] }] : undefined;
      expect(operation?.security).toEqual(call.access === 'public' ? [] : forKeys);
    }
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(all.sort()).toEqual(listed.sort());
  });

  it('The API reference names every operation, with schemas for body, answer and failures.', async () => {
    const names: string[] = [];
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
      const operation = paths[path]?.[call.method.toLowerCase()] as Operation;
      names.push(operation.operationId ?? '');
      expect(operation.operationId).toBe(name);
      const type = call.form
        ? 'multipart/form-data'
        : call.lines
          ? 'application/x-ndjson'
          : 'application/json';
      const given = (call.body ?? call.form ?? call.lines) && operation.requestBody?.content;
      if (given) expect(Object.keys(given), name).toEqual([type]);
      for (const { schema } of Object.values(given ?? {})) expect(isDescribed(schema), name).toBe(true);
      const { 204: bare, ...answers } = operation.responses;
      expect(bare !== undefined, name).toBe(call.answer === null);
      for (const [status, answer] of Object.entries(answers)) {
        const [shown] = Object.entries(answer.content ?? {});
        expect(isDescribed(shown?.[1].schema), `${name} ${status}`).toBe(true);
        if (status === '200') continue;
        expect(answer.description, `${name} ${status}`).toMatch(/^[A-Z].+\.$/);
        expect(Object.keys(shown?.[1].schema.properties ?? {})).toEqual(['code', 'message', 'issues']);
      }
      const kind = call === calls.live ? 'text/event-stream' : 'application/json';
      if (call.answer) expect(Object.keys(answers[200]?.content ?? {}), name).toEqual([kind]);
    }
    expect(new Set(names).size).toBe(names.length);
    const form = paths['/api/File/Upload']?.post?.requestBody?.content['multipart/form-data']?.schema;
    expect(form?.properties).toMatchObject({ file: { type: 'string', format: 'binary' } });
    const lines = paths['/api/Imports/Bills']?.post?.requestBody?.content['application/x-ndjson']?.schema;
    expect(lines?.anyOf).toMatchObject([{ properties: { saveID: {} } }, { properties: { regNum: {} } }]);
  });

  it.each(Object.entries(calls) as [string, Call][])(
    'The API reference lists every status with which %s fails.',
    async (name, call) => {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
      const listedStatuses = Object.keys(paths[path]?.[call.method.toLowerCase()]?.responses ?? {});
      const params = Object.fromEntries(
        Object.keys(call.params?.shape ?? {}).map((key) => [key, 987_654_321]),
      );
      const nobody = await here.world.call(call, { params });
      const stranger = await here.clerk.ask(call, { params, query: { db: 'no-such-school' } });
      const answered = [nobody, stranger];
      // Only the live stream would not end.
      if (call !== calls.live) {
        const bodies = call.method === 'GET' ? [{}] : [{ body: '[' }, { body: 'x', type: 'text/plain' }, {}];
        for (const body of bodies)
          answered.push(await here.clerk.ask(call, { params: { id: 'x' }, ...body }));
        for (const body of bodies) answered.push(await here.clerk.ask(call, { params, ...body }));
      }
      for (const { status } of answered.filter(({ status }) => status >= 300))
        expect(listedStatuses, name).toContain(String(status));
    },
  );

  it('The API reference can be read at /api/docs.', async () => {
    const response = await get('/api/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await response.text()).toContain('<html');
  });

  it('The health calls answer alive and ready with the version.', async () => {
    const [alive, ready] = [await get('/healthz'), await get('/readyz')];
    expect([alive.status, await alive.json()]).toEqual([200, { alive: true, version }]);
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, version }]);
  });

  it('Every answer has security headers, and none asks for https.', async () => {
    const { headers } = await get('/api/Setup');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
    // A school’s own network has no https. Browsers told to insist on it would lock the school out.
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

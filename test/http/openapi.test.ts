import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

type Operation = {
  summary?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
};

describe.each(engines)('reference on %s', (engine) => {
  const here = useCampus(engine);
  const get = (path: string) => fetch(`${here.world.address}${path}`);

  it('lists every call at its path, with what it takes and answers', async () => {
    const response = await get('/api/openapi.json');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { openapi, paths } = (await response.json()) as {
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    };
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
      expect(operation?.requestBody !== undefined).toBe(call.body !== undefined);
      expect(Object.keys(operation?.responses ?? {})).toContain(call.answer ? '200' : '204');
      expect(operation?.security).toEqual(call.access === 'public' ? [] : undefined);
    }
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(all.sort()).toEqual(listed.sort());
  });

  it('can be read at /api/docs', async () => {
    const response = await get('/api/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await response.text()).toContain('<html');
  });

  it('says alive and ready', async () => {
    const [alive, ready] = [await get('/healthz'), await get('/readyz')];
    expect([alive.status, await alive.json()]).toEqual([200, { alive: true }]);
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }]);
  });

  it('tells browsers what not to do with any answer', async () => {
    const { headers } = await get('/api/Setup');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
    // A school's own network has no https: asking browsers for it would lock the school out.
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

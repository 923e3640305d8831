/** The API reference. It is generated from the calls, as `/api/openapi.json` and as a page at `/api/docs`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { type FailureCode, failureCodes } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

const callNames = new Map<Call, string>(Object.entries(calls).map(([name, call]) => [call, name]));

const failure = z.object({
  code: z.enum(Object.keys(failureCodes) as [FailureCode]),
  message: z.string().describe('A sentence for the person at the screen.'),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** Returns the failure codes with which a call may answer. */
function failuresOf({ access, method, query, params, ...sent }: Call): FailureCode[] {
  const isSent = (sent.body ?? sent.form ?? sent.lines) !== undefined;
  const ofPlace = access !== 'public' && access !== 'session';
  const { length } = Object.keys({ ...query?.shape, ...params?.shape });
  return [
    // The ids in the request may not exist.
    ...(length > 0 || isSent ? (['malformed', 'notFound'] as const) : []),
    ...(access === 'public' ? [] : (['signedOut'] as const)),
    ...(ofPlace ? (['forbidden', 'notFound'] as const) : []),
    ...(method === 'GET' ? [] : (['conflict', 'invalid', 'malformed', 'tooLarge', 'unsupported'] as const)),
    'tooMany',
    'broken',
    'unavailable',
  ];
}

/** The description of each code. For two codes only the message of the answer says what is wrong. */
const meanings: Record<FailureCode, string> = {
  ...failureWords,
  conflict: 'The request conflicts with the present data; the message says why.',
  invalid: 'A value cannot be used; the message says which one and why.',
};

const answersNo = (call: Call) =>
  Object.fromEntries(failuresOf(call).map((code) => [failureCodes[code], failure.describe(meanings[code])]));

/**
 * The parts of the reference that do not affect validation: the operation id, the failures, and bodies that are not
 * JSON.
 */
const describe = (call: Call) => ({
  operationId: callNames.get(call),
  ...(call.answer instanceof z.ZodString && { produces: ['text/event-stream'] }),
  response: {
    ...(call.answer ? { 200: call.answer } : { 204: z.null().describe('Done.') }),
    ...answersNo(call),
  },
  ...(call.form && { consumes: ['multipart/form-data'], body: call.form }),
  ...(call.lines && {
    consumes: ['application/x-ndjson'],
    body: z
      .union([call.lines.head, call.lines.row])
      .describe('Lines of JSON: first the head, then a row in each line.'),
  }),
});

/** Markdown, which the reference page renders. */
const introduction = `Billings, bills and WhatsApp messages of a school. Every call except Login and Setup needs a bearer token. \`db\` is the school, \`cID\` the campus. A failure answers \`{code, message, issues?}\`. With status 429, the header \`Retry-After\` says after how many seconds the call may be repeated.

**People** use the token in the answer of \`Account/Login\`. **Programs** use an API key, which an administrator of the campus makes under Settings, API keys. A key belongs to one campus, has its own rights, and has a limit of calls per minute. It may be used for the calls that list \`key\` beside \`bearer\`, but never for calls about people, keys or a person's own account:

    curl -H "Authorization: Bearer qasid_…" "https://fees.example.org/api/Groups?db=main&cID=1"

Pages of other origins may also use a key, if the operator lists these origins in \`CORS_ORIGINS\`.`;

export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Qasid',
        version: '1',
        description: introduction,
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token in the answer of Login.' },
          key: { type: 'http', scheme: 'bearer', bearerFormat: 'qasid_…', description: 'An API key.' },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: (given) => {
      const { call } = given.route.config ?? {};
      const described = call ? { ...given.schema, ...describe(call) } : given.schema;
      return jsonSchemaTransform({ ...given, schema: described } as typeof given);
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    theme: { title: 'Qasid API' },
    // Hides the top bar of Swagger UI.
    uiConfig: { layout: 'BaseLayout' },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/** The API reference, generated from the calls: `/api/openapi.json`, and readable at `/api/docs`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { type FailureCode, failureCodes } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

const nameOf = new Map<Call, string>(Object.entries(calls).map(([name, call]) => [call, name]));

const failure = z.object({
  code: z.enum(Object.keys(failureCodes) as [FailureCode]),
  message: z.string().describe('A sentence for the person at the screen.'),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** The failure codes that a call may answer with. */
function failuresOf({ access, method, query, params, ...sent }: Call): FailureCode[] {
  const isSent = (sent.body ?? sent.form ?? sent.lines) !== undefined;
  const ofPlace = access !== 'public' && access !== 'session';
  const { length } = Object.keys({ ...query?.shape, ...params?.shape });
  return [
    // The ids in it may not exist.
    ...(length > 0 || isSent ? (['malformed', 'notFound'] as const) : []),
    ...(access === 'public' ? [] : (['signedOut'] as const)),
    ...(ofPlace ? (['forbidden', 'notFound'] as const) : []),
    ...(method === 'GET' ? [] : (['conflict', 'invalid', 'malformed', 'tooLarge', 'unsupported'] as const)),
    'tooMany',
    'broken',
    'unavailable',
  ];
}

/** The description of each code. For two codes only the message of each answer says what is wrong. */
const meanings: Record<FailureCode, string> = {
  ...failureWords,
  conflict: 'It does not go with what is there; the message says why.',
  invalid: 'A value cannot be used; the message says which and why.',
};

const answersNo = (call: Call) =>
  Object.fromEntries(failuresOf(call).map((code) => [failureCodes[code], failure.describe(meanings[code])]));

/**
 * Parts of the reference that do not affect validation: the operation name, the failures, and bodies that are not JSON.
 */
const describe = (call: Call) => ({
  operationId: nameOf.get(call),
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
const introduction = `Billings, bills and WhatsApp messages of a school. Every call but Login and Setup carries a bearer token; \`db\` is the school, \`cID\` the campus. A failure answers \`{code, message, issues?}\`; one of 429 says in \`Retry-After\` after how many seconds to ask again.

**People** carry the token that \`Account/Login\` answers. **Programs** carry an API key, which an administrator of the campus makes under Settings, API keys. A key is of one campus, has rights of its own and asks so often in a minute as it was made for. It may make the calls that name \`key\` beside \`bearer\`, never those of people, of keys and of anybody's account:

    curl -H "Authorization: Bearer qasid_…" "https://fees.example.org/api/Groups?db=main&cID=1"

Pages of other origins may ask with a key too, where whoever runs Qasid lists them in \`CORS_ORIGINS\`.`;

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
          bearer: { type: 'http', scheme: 'bearer', description: 'The token that Login answers.' },
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
    // Hides the bar of Swagger UI.
    uiConfig: { layout: 'BaseLayout' },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

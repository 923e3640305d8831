/** Registers a call of the shared list as a route, with its access check, validation and answer schema. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Call, isForKeys } from '#shared/call.ts';
import { largestBody, smallestBody } from '#shared/limits.ts';

/**
 * Returns the same schema without limits, for answers. Limits are meant for input. If an earlier version or a manual
 * change has stored a value beyond a limit, this value must not prevent a whole list from being shown.
 */
function withoutLimits(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.object(Object.fromEntries(Object.entries(schema.shape).map(([key, one]) => [key, loosen(one)])));
  if (schema instanceof z.ZodArray) return z.array(loosen(schema.element));
  if (schema instanceof z.ZodNullable) return loosen(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return loosen(schema.unwrap()).optional();
  // Also applies to integers, days and other types that are numbers or texts with a limit.
  if (schema.def.type === 'string') return z.string();
  if (schema.def.type === 'number') return z.number();
  return schema;
}

const loosen = (schema: unknown): z.ZodType => withoutLimits(schema as z.ZodType);

type Read<S> = S extends z.ZodType ? z.output<S> : undefined;
type AnswerOf<C extends Call> = C['answer'] extends z.ZodType ? z.input<C['answer']> : undefined;

/** What auth/door.ts knows about the caller. It adds this to the request. */
type Door = NonNullable<FastifyRequest['door']>;

/** An accepted request. `door` is set for every call that is not public. */
export type Visit<C extends Call> = {
  params: C extends { params: infer P } ? Read<P> : undefined;
  query: C extends { query: infer Q } ? Read<Q> : undefined;
  body: C extends { body: infer B } ? Read<B> : undefined;
  door: C['access'] extends 'public' ? undefined : Door;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A handler returns the answer, or sends it through `reply`. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler of a bare 204 ends without a value.
type Handler<C extends Call> = (visit: Visit<C>) => Promise<AnswerOf<C> | FastifyReply | void>;

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** The security schemes of the call in the API reference. The default is a session. */
function securityOf(call: Call): { security?: Record<string, string[]>[] } {
  if (call.access === 'public') return { security: [] };
  return isForKeys(call) ? { security: [{ bearer: [] }, { key: [] }] } : {};
}

/** The answer in the API reference. A file has no schema. */
function responseOf({ answer, file }: Call): Record<number, z.ZodType> {
  if (file !== undefined) return { 200: z.string().describe(`A file: ${file}.`) };
  return answer ? { 200: withoutLimits(answer) } : { 204: z.null().describe('Done.') };
}

const schemaOf = (call: Call) => ({
  summary: call.summary,
  tags: [call.path.split('/')[1] ?? ''],
  ...securityOf(call),
  ...(call.params ? { params: call.params } : {}),
  ...(call.query ? { querystring: call.query } : {}),
  ...(call.body ? { body: call.body } : {}),
  response: responseOf(call),
});

/** Calls that anybody or any session may send have a small body limit. */
const hasSmallBody = ({ access }: Call): boolean => access === 'public' || access === 'session';

export function mount<C extends Call>(app: FastifyInstance, call: C, handle: Handler<C>): void {
  app.route({
    method: call.method,
    url: call.path,
    schema: schemaOf(call),
    config: { call },
    // Fastify would answer HEAD by calling the GET handler. For a stream this would never end.
    exposeHeadRoute: false,
    bodyLimit: call.bodyLimit ?? (hasSmallBody(call) ? smallestBody : largestBody),
    handler: async (request, reply) => {
      const { params, query, body, door } = request;
      const visit = { params, query, body, door, request, reply } as unknown as Visit<C>;
      const answer = await (request.turn?.during(() => handle(visit)) ?? handle(visit));
      if (reply.sent || answer === reply) return reply;
      return call.answer ? answer : reply.code(204).send();
    },
  });
}

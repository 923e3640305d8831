/** The shape of one call: everything both sides need to know of it, said once. */
import { z } from 'zod';
import type { Needed } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call. `public`: anyone. `session`: whoever is signed in, by bearer token or the browser's cookie.
 * Otherwise: the rights it needs in the campus it speaks of, by bearer token.
 */
export type Access = 'public' | 'session' | Needed;

/**
 * Where a call names its campus. `query`: in `cID`. `body`: `cID` may be left out, the entity in the body or
 * in the path says it. `none`: it speaks of no campus.
 */
export type CampusFrom = 'query' | 'body' | 'none';

export type Call = {
  method: Method;
  /** Below `/api`, as in the spec: `/Groups/:id`. */
  path: string;
  summary: string;
  access: Access;
  campus: CampusFrom;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Fields of an entity that a body may bring back as they were read. They are not looked at. */
  echoed?: readonly string[];
  /** In place of a body in JSON: a form with a file. */
  form?: z.ZodObject;
  /** In place of a body in JSON: lines of JSON, a head and then rows. */
  lines?: { head: z.ZodObject; row: z.ZodObject };
  /** Whether an API key may make it; unless said, where a right other than `admin` is enough. */
  forKeys?: boolean;
  /** In place of an answer in JSON: a file of this type. */
  file?: string;
  /** `null` is a bare 204. */
  answer: z.ZodType | null;
  /** Bytes; unless said 8 MiB, and 16 kB where nobody's right was proven before. */
  bodyLimit?: number;
};

/** A key is of a program: what is of a person's account, or for an administrator, is never a key's to do. */
export const isForKeys = ({ access, forKeys }: Pick<Call, 'access' | 'forKeys'>): boolean =>
  forKeys ?? !['public', 'session', 'admin'].includes(String(access));

/** The same schema, which refuses a field that it does not have by its name, at every depth. */
function refuseUnknown(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries(schema.shape).map(([key, one]) => [key, refuseUnknown(one as z.ZodType)]),
    );
    return schema.clone({ ...schema.def, shape, catchall: z.never() });
  }
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: refuseUnknown(schema.element as z.ZodType) });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const around = schema as z.ZodOptional<z.ZodType>;
    return around.clone({ ...around.def, innerType: refuseUnknown(around.def.innerType) });
  }
  return schema;
}

const refuseUnknownIn = <S extends z.ZodObject>(schema: S): S => refuseUnknown(schema) as unknown as S;

/** A misspelt field would be as if it had not been sent, and the caller would be told that all is well. */
export function defineCall<const C extends Call>(call: C): C {
  const { query, body, lines } = call;
  return {
    ...call,
    ...(query && { query: refuseUnknownIn(query) }),
    ...(body && { body: refuseUnknownIn(body) }),
    ...(lines && { lines: { head: refuseUnknownIn(lines.head), row: refuseUnknownIn(lines.row) } }),
  };
}

/** The wire's ids are numbers; 0 means new. */
export const id = z.int().positive();
export const idInPath = z.object({ id: z.coerce.number().int().positive() });

/** In a PUT what it was made of, as it was read: it is refused where that is another by now. `If-Match` says the same. */
export const version = z.string().max(1000).optional();
/** As it is read. */
export const versioned = { version: z.string() };

/** The school's slug, and one of its campuses. */
export const db = z.string().min(1).max(60);
export const cID = z.coerce.number().int().positive();

export const ofCampus = z.object({ db, cID });
export const ofSchool = z.object({ db, cID: cID.optional() });

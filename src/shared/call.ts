/** The definition of a call: everything that the server and the page need to know about it. */
import { z } from 'zod';
import type { Needed } from './people/rights.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call. `public`: anyone. `session`: anyone who is signed in, by bearer token or by the browser's
 * cookie. Otherwise the rights that the caller needs in the campus of the call, by bearer token.
 */
type Access = 'public' | 'session' | Needed;

/**
 * Where a call names its campus. `query`: in `cID`. `body`: in `cID`, or else it is the campus of the entity whose id is
 * in the body or the path.
 * `none`: the call is not about a campus.
 */
type CampusFrom = 'query' | 'body' | 'none';

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
  /** Fields of an entity that a client may send back as it read them. They are ignored. */
  echoed?: readonly string[];
  /** The request is a form with a file instead of JSON. */
  form?: z.ZodObject;
  /** The request is lines of JSON instead of one JSON body: a head and then rows. */
  lines?: { head: z.ZodObject; row: z.ZodObject };
  /** Whether an API key may make the call. By default it may if a right other than `admin` is enough. */
  forKeys?: boolean;
  /** The answer is a file of this type instead of JSON. */
  file?: string;
  /** `null`: the answer is an empty 204. */
  answer: z.ZodType | null;
  /** Bytes. Default: 8 MiB, or 16 kB for a call whose caller is not checked before the body is read. */
  bodyLimit?: number;
};

/** An API key belongs to a program. It may not make calls about a person's account or calls for an administrator. */
export const isForKeys = ({ access, forKeys }: Pick<Call, 'access' | 'forKeys'>): boolean =>
  forKeys ?? !['public', 'session', 'admin'].includes(String(access));

/** The same schema, but it refuses unknown fields by name at every depth. */
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

/** Unknown fields are refused. Otherwise a misspelt field would be ignored, and the caller would get a success. */
export function defineCall<const C extends Call>(call: C): C {
  const { query, body, lines } = call;
  return {
    ...call,
    ...(query && { query: refuseUnknownIn(query) }),
    ...(body && { body: refuseUnknownIn(body) }),
    ...(lines && { lines: { head: refuseUnknownIn(lines.head), row: refuseUnknownIn(lines.row) } }),
  };
}

/** Ids on the wire are positive numbers. */
export const id = z.int().positive();
export const idInPath = z.object({ id: z.coerce.number().int().positive() });

/**
 * In a PUT: the version that the change is based on. The change is refused if the entity now has another version.
 * `If-Match` means the same.
 */
export const version = z.string().max(1000).optional();
/** The version of an entity at the time it was read. */
export const versioned = { version: z.string() };

/** The school's slug, and one of its campuses. */
const db = z.string().min(1).max(60);
export const cID = z.coerce.number().int().positive();

export const ofCampus = z.object({ db, cID });
export const ofSchool = z.object({ db, cID: cID.optional() });

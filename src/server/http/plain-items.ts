/**
 * Fast path of validation: a long list is shown to its schema only where an item is not plain already. Measured on 5,000
 * bills of 33 fields: 52 ms by the schema alone, 10 ms this way.
 */
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';

/** `list`: the field of the body. `isPlain`: true only of an item that the schema would answer as it is. */
type PlainItems = { list: string; isPlain: (item: unknown) => boolean };

type Body = Record<string, unknown>;
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In the place of a plain item the schema sees `{}`, which it must take: so counts and places stay as they are. */
const compilerFor =
  ({ list, isPlain }: PlainItems): FastifySchemaCompiler<z.ZodType> =>
  (route) => {
    const validate = validatorCompiler(route);
    if (route.httpPart !== 'body') return validate;
    return (body: unknown) => {
      const items = isObject(body) ? body[list] : undefined;
      if (!isObject(body) || !Array.isArray(items)) return validate(body);
      const arePlain = items.map(isPlain);
      const shown = items.map((item, index) => (arePlain[index] ? {} : item));
      const result = validate({ ...body, [list]: shown });
      if (!isObject(result) || !isObject(result.value)) return result;
      const checked = result.value[list] as unknown[];
      const merged = items.map((item, index) => (arePlain[index] ? item : checked[index]));
      return { value: { ...result.value, [list]: merged } };
    };
  };

/** The routes that `mountRoutes` mounts are validated this way. */
export function passPlainItems(
  app: FastifyInstance,
  items: PlainItems,
  mountRoutes: (app: FastifyInstance) => void,
): void {
  void app.register(async (app) => {
    app.setValidatorCompiler(compilerFor(items));
    mountRoutes(app);
  });
}

/** The program's log: a JSON line each on stderr, which holds nothing about a person and nothing one could sign in with. */
import Fastify, { type FastifyBaseLogger, type LogLevel } from 'fastify';

export type LogSink = { write: (line: string) => void };

/** Whatever could hold a person's words, number or token in a sentence: what is quoted, asked for, or many digits long. */
const delicate = /".*"|\?\S+|\+?\d[\d\s()-]{5,}\d/gs;
const scrub = (text: string): string => text.replace(delicate, '…');

type Shown = { type: string; message: string; stack: string; [field: string]: unknown };

const hide = (): string => '…';
/** Nobody gives these; should somebody do it later, they are not written. */
const hidden = [
  'token',
  'password',
  'authorization',
  'cookie',
  'number',
  'to',
  'name',
  'text',
  'body',
  'url',
];

/** Without its other fields: PostgreSQL tells the row in them. Of the stack only the places. */
function showError(error: Error): Shown {
  const { name: type, message, stack, cause } = error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const places = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const deeper = cause instanceof Error ? { cause: showError(cause) } : {};
  return { type, code, constraint, message: scrub(String(message)), stack: places.join('\n'), ...deeper };
}

/** Plugins log whole requests and their own settings, headers included. Of what is no error only plain values stay. */
const keepPlain = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => typeof value !== 'object' || (key === 'err' && value instanceof Error),
    ),
  );

/** Fastify's own logger is made by Fastify alone: this instance serves nothing else. */
export function openLog(level: LogLevel, stream: LogSink = process.stderr): FastifyBaseLogger {
  return Fastify({
    logger: {
      level,
      stream,
      serializers: {
        ...Object.fromEntries(hidden.map((field) => [field, hide])),
        err: showError,
        msg: (text: unknown) => scrub(String(text)),
      },
      formatters: { level: (label) => ({ level: label }), log: keepPlain },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
  }).log;
}

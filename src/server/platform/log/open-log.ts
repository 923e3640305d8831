/** The program's log: one JSON line each on stderr, without personal data or credentials. */
import Fastify, { type FastifyBaseLogger, type LogLevel } from 'fastify';

export type LogSink = { write: (line: string) => void };

/** Parts of a message that may hold personal text, a number or a token: quoted text, queries, and long digits. */
const delicate = /".*"|\?\S+|\+?\d[\d\s()-]{5,}\d/gs;
const scrub = (text: string): string => text.replace(delicate, '…');

type Shown = { type: string; message: string; stack: string; [field: string]: unknown };

const hide = (): string => '…';
/** No log call passes these fields today. If one does in the future, they are not written. */
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

/** Leaves out other fields, because PostgreSQL puts row values there. Of the stack only the places are kept. */
function showError(error: Error): Shown {
  const { name: type, message, stack, cause } = error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const places = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const deeper = cause instanceof Error ? { cause: showError(cause) } : {};
  return { type, code, constraint, message: scrub(String(message)), stack: places.join('\n'), ...deeper };
}

/** Plugins log whole requests and settings, with headers. Except for errors, only plain values are kept. */
const keepPlain = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => typeof value !== 'object' || (key === 'err' && value instanceof Error),
    ),
  );

/** Only Fastify can create its logger, so this instance exists for that alone. */
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

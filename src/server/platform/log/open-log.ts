/** The log of the program: JSON lines on stderr, without personal data or credentials. */
import Fastify, { type FastifyBaseLogger, type LogLevel } from 'fastify';

export type LogSink = { write: (line: string) => void };

/**
 * Parts of a message that may contain personal text, a phone number or a token: quoted text, query strings, and long
 * numbers.
 */
const sensitive = /["“].*["”]|\?\S+|\+?\d[\d\s()-]{5,}\d/gs;
const scrub = (text: string): string => text.replace(sensitive, '…');

type Shown = { type: string; message: string; stack: string; [field: string]: unknown };

const hide = (): string => '…';
/** No code logs these fields today. If future code does, their values are hidden. */
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

/**
 * Keeps only these fields of an error, because PostgreSQL puts row values into others. Of the stack only the lines
 * with code positions are kept.
 */
function showError(error: Error): Shown {
  const { name: type, message, stack, cause } = error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const places = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const deeper = cause instanceof Error ? { cause: showError(cause) } : {};
  return { type, code, constraint, message: scrub(String(message)), stack: places.join('\n'), ...deeper };
}

/** Plugins log whole requests and settings, including headers. Only plain values and errors are kept. */
const keepPlain = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => typeof value !== 'object' || (key === 'err' && value instanceof Error),
    ),
  );

/** Only Fastify can create its logger, so an unused Fastify instance is created for it. */
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

/** Expectations that every answer of the API meets. */
import { expect } from 'vitest';
import type { Call } from '#shared/call.ts';
import { type FailureCode, failureCodes } from '#shared/failures.ts';
import type { Answered } from '../support/world.ts';

/** Parses with the call’s strict schema: parsing drops unknown fields, so the result must equal the answer. */
export function expectAnswer(
  { answer, file }: Pick<Call, 'answer' | 'file'>,
  { status, body, headers }: Answered,
): void {
  if (file !== undefined) {
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: file });
    return;
  }
  if (answer === null) {
    expect({ status, body }).toEqual({ status: 204, body: '' });
    return;
  }
  expect(status, JSON.stringify(body)?.slice(0, 500)).toBe(200);
  expect(answer.parse(body)).toStrictEqual(body);
}

const insides =
  /\bat .+:\d+|node_modules|\.ts\b|sqlite|postgres|constraint|syntax error|\bselect\b.*\bfrom\b/i;

/** Sentences that zod writes itself. */
const validatorsOwn = /^(?:Invalid (?:input|option|string|key)|Too (?:big|small)|Unrecognized key)/;

/** Expects `{code, message, issues?}` with the code’s status and a sentence, and no internals of the program. */
export function expectFailure({ status, body }: Answered, code: FailureCode): void {
  expect({ status, code: body.code }, JSON.stringify(body)?.slice(0, 500)).toEqual({
    status: failureCodes[code],
    code,
  });
  expect(body.message).toMatch(/^\S.{8,}$/);
  expect(JSON.stringify(body)).not.toMatch(insides);
  const { code: _code, message: _message, issues, asks = [], ...more } = body;
  expect(more).toEqual({});
  expect((asks as unknown[]).every((ask) => typeof ask === 'string')).toBe(true);
  for (const issue of issues ?? []) {
    expect(Object.keys(issue).sort()).toEqual(['message', 'path']);
    expect(issue.message).not.toMatch(validatorsOwn);
  }
}

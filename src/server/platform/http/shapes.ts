/** Validation messages in the words of the product, for schemas without their own message. */
import { z } from 'zod';
import { shapeWords } from '#shared/words/failures.ts';

type Raw = Parameters<z.core.$ZodErrorMap>[0];

const shapeName = ({ path }: Raw): string =>
  path?.length ? `\`${path.map(String).join('.')}\`` : shapeWords.whole;

function sentenceFor(issue: Raw): string {
  const name = shapeName(issue);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? shapeWords.missing(name) : shapeWords.kind(name, issue.expected);
    case 'invalid_value':
      return shapeWords.oneOf(name, issue.values);
    case 'too_big':
      return issue.inclusive === false
        ? shapeWords.below(name, issue.maximum)
        : shapeWords.most(name, issue.maximum, issue.origin);
    case 'too_small':
      return issue.inclusive === false
        ? shapeWords.above(name, issue.minimum)
        : shapeWords.least(name, issue.minimum, issue.origin);
    case 'unrecognized_keys':
      return shapeWords.unknown(issue.keys);
    default:
      return shapeWords.other(name);
  }
}

/** Applies to all schemas of the process. A message in a schema takes precedence. */
export const installSchemaMessages = (): void => void z.config({ customError: sentenceFor });

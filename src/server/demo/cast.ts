/** Chooses the families of the demonstration school that have a special role. Pure functions. */
import { readTypedNumbers } from '../billing/bills/bills-rules.ts';
import { listSlippery, type Student, slipOf } from './demo-rules.ts';
import { type Cast, outcomeKindOf } from './sends.ts';

/** These students were at the school in all months of the demonstration. */
const oldStudents = 480;
/** Every seventh family writes. */
const spacing = 7;

/** Numbers in E.164. `talkers`: parents who write messages. `stopping`: the parent who opts out. */
export function castOf(
  students: readonly Student[],
  country: string,
): { cast: Cast; talkers: string[]; stopping: string } {
  const read = (typed: string): string => readTypedNumbers(typed, country).numbers;
  const [mistyped = '', corrected = ''] = listSlippery(students);
  const families = [...new Set(students.slice(0, oldStudents).map(({ number }) => number))];
  const readers = families
    .filter((number) => number !== mistyped && number !== corrected)
    .map(read)
    .filter((number) => number !== '' && !number.includes(' ') && outcomeKindOf(number) === 'read');
  const [refusing = '', stopping = '', ...others] = readers;
  return {
    cast: {
      wrong: read(slipOf(corrected)),
      right: read(corrected),
      refusing,
      unsure: others.slice(0, 2),
      oneTick: others.slice(2, 4),
    },
    talkers: others.filter((_number, place) => place > spacing && place % spacing === 0),
    stopping,
  };
}

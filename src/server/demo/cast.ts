/** Which families of the demonstration school play which part. Pure. */
import { numbersOf } from '../billing/bills/rules.ts';
import { listSlippery, type Student, slipOf } from './rules.ts';
import { type Cast, fateOf } from './sends.ts';

/** Students from the first on who were there in all the months. */
const longThere = 480;
/** From one family that talks to the next. */
const apart = 7;

/** Numbers as E.164. `talkers`: who writes; `stopping`: who asks for no more messages. */
export function castOf(
  students: readonly Student[],
  country: string,
): { cast: Cast; talkers: string[]; stopping: string } {
  const read = (typed: string): string => numbersOf(typed, country).numbers;
  const [mistyped = '', corrected = ''] = listSlippery(students);
  const families = [...new Set(students.slice(0, longThere).map(({ number }) => number))];
  const readers = families
    .filter((number) => number !== mistyped && number !== corrected)
    .map(read)
    .filter((number) => number !== '' && !number.includes(' ') && fateOf(number) === 'read');
  const [refusing = '', stopping = '', ...others] = readers;
  return {
    cast: {
      wrong: read(slipOf(corrected)),
      right: read(corrected),
      refusing,
      unsure: others.slice(0, 2),
      oneTick: others.slice(2, 4),
    },
    talkers: others.filter((_number, place) => place > apart && place % apart === 0),
    stopping,
  };
}

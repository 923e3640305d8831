/**
 * The operator changes the installation: at the command line, or as an administrator while there is only one school.
 */
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { countSchools } from './installation-queries.ts';

type StoreOf = Pick<Deps, 'store'>;

export async function isOfOneSchool({ store }: StoreOf): Promise<boolean> {
  return (await countSchools(store.db)) < 2;
}

/** An installation holds the data of all schools, so an administrator of one among several may not change it. */
export async function needOperator(deps: StoreOf): Promise<void> {
  if (!(await isOfOneSchool(deps))) throw new Failure('forbidden', failureWords.forOperator);
}

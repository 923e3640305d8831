/**
 * The operator may change the installation. This is a person at the command line, or an administrator if there is
 * only one school.
 */
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { countSchools } from './installation-queries.ts';

type StoreOf = Pick<Deps, 'store'>;

export async function isOfOneSchool({ store }: StoreOf): Promise<boolean> {
  return (await countSchools(store.db)) < 2;
}

/**
 * Throws if there are several schools. The installation has the data of all of them, so an administrator of one
 * school may not change it.
 */
export async function needOperator(deps: StoreOf): Promise<void> {
  if (!(await isOfOneSchool(deps))) throw new Failure('forbidden', failureWords.forOperator);
}

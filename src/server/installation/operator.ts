/** Who may change the installation: its operator, at the command line; or an administrator while it has one school. */
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import { countSchools } from './queries.ts';

type StoreOf = Pick<Deps, 'store'>;

export async function isOfOneSchool({ store }: StoreOf): Promise<boolean> {
  return (await countSchools(store.db)) < 2;
}

/** The data of all schools are in it: that is not for the administrator of one of them to say. */
export async function needOperator(deps: StoreOf): Promise<void> {
  if (!(await isOfOneSchool(deps))) throw new Failure('forbidden', failureWords.forOperator);
}

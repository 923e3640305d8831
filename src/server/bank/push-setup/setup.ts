/**
 * Sets up how a biller reaches the bills of a campus: its address, name and password. Push is off until it is set up.
 */
import type { PushSetup } from '#shared/calls/push.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween } from '#shared/trail.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { pushWords } from '#shared/words/settings.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { findAccountRow } from '../../counter/money-accounts/money-accounts-queries.ts';
import type { Deps } from '../../deps.ts';
import type { RecordChange } from '../../ledger/model.ts';
import { findSetup, putSetup, type SetupRow } from './setup-queries.ts';
import { isPrefix, pathOf } from './setup-rules.ts';

type Needs = Pick<Deps, 'bus' | 'config' | 'now' | 'runtime' | 'vault'> & { recordChange: RecordChange };

/** Bytes of a key: 128 bits cannot be guessed. */
const keyBytes = 16;
const makeKey = ({ runtime }: Pick<Needs, 'runtime'>): string =>
  runtime.randomBytes(keyBytes).toString('base64url');

const toPushSetup = (
  row: SetupRow | undefined,
  { config: { publicUrl }, vault }: Pick<Needs, 'config' | 'vault'>,
): PushSetup => ({
  accountID: row?.accountID ?? null,
  userName: row?.userName ?? '',
  // A password that was encrypted with another key cannot be used.
  hasPassword: row?.password != null && vault.open(row.password) !== undefined,
  isOn: row?.isOn === 1,
  path: row ? pathOf(row.billerKey) : null,
  base: publicUrl?.startsWith('https:') ? publicUrl : null,
});

export async function showPush(scope: Scope, deps: Pick<Needs, 'config' | 'vault'>): Promise<PushSetup> {
  return toPushSetup(await findSetup(scope), deps);
}

const invalid = (path: string, message: string) => new Failure('invalid', message, [{ path, message }]);

async function needAccount(scope: Scope, accountID: number): Promise<void> {
  const account = await findAccountRow(scope, accountID);
  if (!account) throw new Failure('notFound', failureWords.notFound);
  if (account.endedAt !== null) throw invalid('accountID', moneyRefusals.accountEnded);
  if (!isPrefix(account.prefix)) throw invalid('accountID', pushWords.refusals.needsPrefix);
}

export type PushToSave = {
  accountID: number;
  userName: string;
  password?: string | undefined;
  isOn: boolean;
};

export async function savePush(scope: Scope, deps: Needs, request: PushToSave): Promise<PushSetup> {
  const { accountID, userName, password, isOn } = request;
  const row = await withCampusLock(scope, async (scope) => {
    await needAccount(scope, accountID);
    const before = await findSetup(scope);
    const sealed = password === undefined ? (before?.password ?? null) : deps.vault.seal(password);
    if (isOn && (sealed === null || deps.vault.open(sealed) === undefined))
      throw invalid('password', pushWords.refusals.needsPassword);
    const billerKey = before?.billerKey ?? makeKey(deps);
    const row = { accountID, billerKey, userName, password: sealed, isOn: Number(isOn) };
    await putSetup(scope, row);
    const was = before ? { ...before, isOn: before.isOn === 1 } : {};
    await deps.recordChange(scope, {
      what: 'pushChanged',
      at: deps.now().toISOString(),
      about: { kind: 'moneyAccount', id: accountID, name: (await findAccountRow(scope, accountID))?.title },
      changes: changesBetween(was, { accountID, userName, isOn }),
      details: { isPasswordNew: password !== undefined },
    });
    return row;
  });
  deps.bus.publish(scope.campusID, { what: 'payments' });
  return toPushSetup(row, deps);
}

/** Creates a new address. The old one stops working. */
export async function renewPush(scope: Scope, deps: Needs): Promise<PushSetup> {
  const row = await withCampusLock(scope, async (scope) => {
    const before = await findSetup(scope);
    if (!before) throw new Failure('conflict', pushWords.refusals.notSetUp);
    const row = { ...before, billerKey: makeKey(deps) };
    await putSetup(scope, row);
    const at = deps.now().toISOString();
    const about = { kind: 'moneyAccount', id: row.accountID } as const;
    await deps.recordChange(scope, { what: 'pushRenewed', at, about });
    return row;
  });
  deps.bus.publish(scope.campusID, { what: 'payments' });
  return toPushSetup(row, deps);
}

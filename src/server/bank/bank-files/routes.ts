import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Door } from '../../auth/door.ts';
import { type Scope, scopeOf } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { recarry } from '../../ledger/carried/carried.ts';
import type { FollowPayments } from '../../ledger/model.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { checkBankFile, saveBankFile, showBankFiles, undoBankFile } from './bank-files.ts';

export function bankFileRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  const needs = { ...deps, followPayments, recarry, recordChange };

  /** Returns the other campuses of the school that the caller may view. */
  const othersOf = ({ proof }: Door, { campusID }: Scope): Scope[] =>
    proof.campuses
      .filter(({ id, rights }) => id !== campusID && rights.view)
      .map(({ id }) => scopeOf(deps.store.db, proof, { campusID: id, needed: 'view' }));

  mount(app, calls.checkBankFile, async ({ door, body }) => {
    const scope = door.scope();
    return checkBankFile(scope, needs, { ...body, others: othersOf(door, scope) });
  });

  mount(app, calls.saveBankFile, async ({ door, body }) => {
    const scope = door.scope();
    return saveBankFile(scope, needs, { ...body, others: othersOf(door, scope) });
  });

  mount(app, calls.listBankFiles, async ({ door, query }) => showBankFiles(door.scope(), query));

  mount(app, calls.undoBankFile, async ({ door, params }) => undoBankFile(door.scope(), needs, params.id));
}

/**
 * A simulated biller. It sends inquiries and payments through the same routes and with the same password as a real
 * biller.
 */
import type { FastifyInstance } from 'fastify';
import type { PushResponse } from '#shared/calls/push.ts';
import { Failure } from '#shared/failures.ts';
import { toPaisa } from '#shared/money/money.ts';
import { pushWords } from '#shared/words/settings.ts';
import type { Scope } from '../../auth/scope.ts';
import { findSetup } from '../../bank/push-setup/setup-queries.ts';
import { pathOf } from '../../bank/push-setup/setup-rules.ts';
import type { Deps } from '../../deps.ts';
import { needDemoSender } from '../demo.ts';

type Needs = Pick<Deps, 'vault'> & Pick<FastifyInstance, 'inject'>;

/** The bank name in each payment. */
const bank = 'DEMO';

async function requestAsBiller(
  scope: Scope,
  { vault, inject }: Needs,
  { what, fields }: { what: 'BillInquiry' | 'BillPayment'; fields: Record<string, string> },
): Promise<PushResponse> {
  await needDemoSender(scope);
  const setup = await findSetup(scope);
  const password = setup?.password == null ? undefined : vault.open(setup.password);
  if (setup?.isOn !== 1 || password === undefined) throw new Failure('conflict', pushWords.refusals.off);
  const answer = await inject({
    method: 'POST',
    url: `${pathOf(setup.billerKey)}/${what}`,
    headers: { username: setup.userName, password },
    payload: { ...fields, bank_mnemonic: bank, reserved: '' },
  });
  return { status: answer.statusCode, fields: answer.json() };
}

export const askAsBiller = (
  scope: Scope,
  needs: Needs,
  { consumerNumber }: { consumerNumber: string },
): Promise<PushResponse> =>
  requestAsBiller(scope, needs, { what: 'BillInquiry', fields: { consumer_number: consumerNumber } });

export type DemoPayment = {
  consumerNumber: string;
  amount: number;
  authID: string;
  date: string;
  time: string;
};

export const payAsBiller = (
  scope: Scope,
  needs: Needs,
  { consumerNumber, amount, authID, date, time }: DemoPayment,
): Promise<PushResponse> =>
  requestAsBiller(scope, needs, {
    what: 'BillPayment',
    fields: {
      consumer_number: consumerNumber,
      tran_auth_id: authID,
      transaction_amount: String(toPaisa(amount)).padStart(12, '0'),
      tran_date: date,
      tran_time: time,
    },
  });

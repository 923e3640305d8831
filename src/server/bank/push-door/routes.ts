import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { addressOf } from '../../auth/address.ts';
import type { Deps } from '../../deps.ts';
import { recarry } from '../../ledger/carried/carried.ts';
import type { FollowPayments } from '../../ledger/model.ts';
import { recordChange } from '../../trail/trail.ts';
import { answerInquiry } from '../consumers/consumers.ts';
import { pathOf } from '../push-setup/setup-rules.ts';
import {
  type PushCode,
  readInquiry,
  readPayment,
  refuseInquiry,
  tellPayment,
} from '../push-wire/wire-rules.ts';
import { type Biller, bookPushed, proveBiller } from './door.ts';

type Addressed = { Params: { billerKey: string } };

const perMinute = 60_000;
/** Requests per minute from one address. A biller sends the requests of all parents of a town from a few addresses. */
const mostRequests = 1200;
/** The maximum size of a request in bytes. A request as published has some 700. */
const largestBody = 8 * 1024;

/** Returns the code and the HTTP status for a failure. A biller understands only the published answers. */
function refusalOf(error: FastifyError): { status: number; code: PushCode } {
  if (error instanceof TooMany) return { status: 429, code: '05' };
  if (error instanceof Failure && error.code === 'signedOut') return { status: 401, code: '04' };
  const status = error instanceof Failure ? error.status : (error.statusCode ?? 500);
  return { status: 200, code: status < 500 ? '04' : '05' };
}

type Refuse = (code: PushCode) => object;

/** Answers a failure in the format of a biller. For an unknown address it answers the usual 404. */
const refuseWith =
  (refuse: Refuse) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Failure && error.code === 'notFound') return reply.code(404).send(error.toBody());
    const { status, code } = refusalOf(error);
    if (error instanceof TooMany) reply.header('retry-after', error.retryAfter);
    else if (code === '05') request.log.error(error, 'a request of a biller failed');
    return reply.code(status).send(refuse(code));
  };

type BillerAccess = {
  /** Runs before the body is read. */
  onRequest: (request: FastifyRequest<Addressed>, reply: FastifyReply) => Promise<void>;
  billerOf: (request: FastifyRequest) => Biller | undefined;
};

/** Verifies the caller of a request, and limits the requests of each address. */
function createDoor(app: FastifyInstance, deps: Pick<Deps, 'store' | 'vault' | 'now'>): BillerAccess {
  const billers = new WeakMap<FastifyRequest, Biller>();
  const count = app.createRateLimit({
    timeWindow: perMinute,
    max: mostRequests,
    keyGenerator: (request) => `push at ${addressOf(request)}`,
  });
  return {
    billerOf: (request) => billers.get(request),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const limit = await count(request);
      if (!limit.isAllowed && limit.isExceeded) throw new TooMany(failureWords.tooMany, limit.ttlInSeconds);
      const { params, headers } = request;
      const address = addressOf(request);
      const key = request as FastifyRequest;
      billers.set(key, await proveBiller(deps, { billerKey: params.billerKey, headers, address }));
    },
  };
}

/** The routes for billers. A biller has no session; it sends a name and a password, and its address contains a key. */
export async function pushDoor(
  app: FastifyInstance,
  { followPayments, ...deps }: Deps & { followPayments: FollowPayments },
): Promise<void> {
  const needs = { ...deps, followPayments, recarry, recordChange };
  const { onRequest, billerOf } = createDoor(app, deps);
  const post = (
    what: 'BillInquiry' | 'BillPayment',
    answer: (biller: Biller, body: unknown) => Promise<object>,
    refuse: Refuse,
  ): void => {
    const options = { schema: { hide: true }, bodyLimit: largestBody, errorHandler: refuseWith(refuse) };
    app.post<Addressed>(
      `${pathOf(':billerKey')}/${what}`,
      { ...options, onRequest },
      async (request, reply) => {
        const biller = billerOf(request as FastifyRequest);
        if (!biller) throw new Failure('signedOut', failureWords.signedOut);
        return reply.send(await answer(biller, request.body));
      },
    );
  };

  post(
    'BillInquiry',
    async ({ scope, account }, body) => {
      const inquiry = readInquiry(body);
      if (!inquiry) return refuseInquiry('04');
      return answerInquiry(scope, { account, now: deps.now(), ...inquiry });
    },
    refuseInquiry,
  );
  post(
    'BillPayment',
    async (biller, body) => {
      const pushed = readPayment(body);
      return pushed ? bookPushed(biller, needs, pushed) : tellPayment('04');
    },
    (code) => tellPayment(code),
  );
}

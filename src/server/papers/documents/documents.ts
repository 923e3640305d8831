/** The vouchers and receipts that messages carry, and previews of them. They do not count as printed. */

import { Failure } from '#shared/failures.ts';
import { type PaperKind, paperIn } from '#shared/messages/media.ts';
import { voucherFileName } from '#shared/text/paper-names.ts';
import { failureWords } from '#shared/words/failures.ts';
import { findCampus } from '../../auth/auth-queries.ts';
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import type { Deps, DocumentMaker, DocumentRequest } from '../../deps.ts';
import { findCarried } from '../../outbox/lists/page-queries.ts';
import { billIDsOf } from '../../outbox/model.ts';
import type { NamedFile } from '../../whatsapp/model.ts';
import { drawCached } from '../engine/paper-cache.ts';
import { orderReceipt, orderSampleReceipt } from '../receipts/receipts.ts';
import {
  type FormNeeds,
  listVouchers,
  type NamedOrder,
  orderSample,
  showForm,
  toOrder,
  toPage,
  withLinks,
} from '../vouchers/vouchers.ts';

type DocumentNeeds = Pick<Deps, 'config' | 'now' | 'papers' | 'log' | 'runtime'>;

const pdf = 'application/pdf';

/** Only a document that is sent creates the link to a family’s page. */
type DocumentToMake = DocumentRequest & { mayCreateLinks: boolean };

/** The vouchers of these bills in one file, in this order. Undefined if one of the bills was deleted. */
async function orderVouchers(
  scope: Scope,
  deps: FormNeeds,
  { billIDs, number, mayCreateLinks }: DocumentToMake,
): Promise<NamedOrder | undefined> {
  const found = new Map((await listVouchers(scope, billIDs)).map((voucher) => [voucher.bill.id, voucher]));
  const plain = billIDs.flatMap((id) => found.get(id) ?? []);
  if (plain.length === 0 || plain.length < billIDs.length) return undefined;
  const vouchers = await withLinks(scope, deps, { vouchers: plain, to: number, mayCreate: mayCreateLinks });
  const form = await showForm(scope, deps);
  const name = voucherFileName(vouchers.map(({ bill }) => bill));
  const pages = vouchers.map((voucher) => toPage(voucher, form));
  return { name, order: toOrder(scope, form, { as: 'pdf', title: name, pages }) };
}

/** The receipt for these bills only. If the payment also settles bills of another family, that part is left out. */
async function orderReceiptOf(
  scope: Scope,
  deps: FormNeeds,
  { paymentID, billIDs }: DocumentRequest,
): Promise<NamedOrder> {
  if (paymentID === null) throw new Failure('notFound', failureWords.notFound);
  const how = { size: 'a5', isForParents: true } as const;
  return orderReceipt(scope, deps, { id: paymentID, billIDs, ...how });
}

type Paper = {
  order: (scope: Scope, deps: FormNeeds, request: DocumentToMake) => Promise<NamedOrder | undefined>;
  sample: (scope: Scope, deps: FormNeeds) => Promise<NamedOrder>;
};
/** The kinds of documents that a message may carry. */
const papers: Record<PaperKind, Paper> = {
  voucher: { order: orderVouchers, sample: orderSample },
  receipt: { order: orderReceiptOf, sample: orderSampleReceipt },
};

async function makeDocument(
  scope: Scope,
  deps: DocumentNeeds,
  request: DocumentToMake,
): Promise<NamedFile | undefined> {
  const ordered = await papers[request.kind].order(scope, deps, request);
  return ordered && { name: ordered.name, bytes: await drawCached(deps, ordered.order), type: pdf };
}

const needed = (file: NamedFile | undefined): NamedFile => {
  if (!file) throw new Failure('notFound', failureWords.notFound);
  return file;
};

/** The document that a family with these bills would receive now. */
export const showDocument = async (
  scope: Scope,
  deps: DocumentNeeds,
  request: DocumentRequest,
): Promise<NamedFile> => needed(await makeDocument(scope, deps, { ...request, mayCreateLinks: false }));

/** The document of a message, made from the present bills. The document that was really sent is not stored. */
export async function showDocumentOf(
  scope: Scope,
  deps: DocumentNeeds,
  messageID: number,
): Promise<NamedFile> {
  const message = await findCarried(scope, messageID);
  const paper = paperIn(message?.media ?? '');
  if (!message || !paper) throw new Failure('notFound', failureWords.notFound);
  const { number, paymentID } = message;
  const request = { kind: paper.kind, billIDs: billIDsOf(message), number, paymentID };
  return { ...(await showDocument(scope, deps, request)), name: paper.name };
}

/** Used for sending. There is no request, so the scope is made from the stored campus. */
export function createDocuments(deps: DocumentNeeds & Pick<Deps, 'store'>): DocumentMaker {
  const scopeIn = async (campusID: number): Promise<Scope> => {
    const { db } = deps.store;
    return scopeOfRow(db, await findCampus(db, campusID), '');
  };
  return {
    make: async (campusID, request) =>
      makeDocument(await scopeIn(campusID), deps, { ...request, mayCreateLinks: true }),
    sample: async (campusID, kind) => {
      const { name, order } = await papers[kind].sample(await scopeIn(campusID), deps);
      return { name, bytes: await deps.papers.draw(order), type: pdf };
    },
  };
}

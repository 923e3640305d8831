/** Makes files of vouchers in the background, a hundred vouchers at a time. */
import type { ReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VoucherJob, VoucherProblem } from '#shared/calls/vouchers.ts';
import { Failure } from '#shared/failures.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { mostVouchers, type VoucherOrder } from '#shared/money/voucher-settings.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { toFileName, voucherFileName } from '#shared/text/paper-names.ts';
import { failureWords } from '#shared/words/failures.ts';
import { paperNames, sayUnprintable } from '#shared/words/papers.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { needSameRequest } from '../../auth/idempotency-keys.ts';
import type { Scope } from '../../auth/scope.ts';
import { listBillIDs } from '../../billing/bills/bills-queries.ts';
import { findSection } from '../../billing/listing/listing-queries.ts';
import { listFamilyOwed } from '../../counter/open-bills/open-bills.ts';
import type { Deps } from '../../deps.ts';
import { listGroupNames, listOwed } from '../../ledger/ledger-queries.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import { inTransaction } from '../../platform/db/store.ts';
import type { Timer } from '../../runtime.ts';
import { mostUnprintable, UnprintablePages } from '../engine/crash-search.ts';
import { createPageJoiner } from '../engine/join-pages.ts';
import { papersIn } from '../engine/paper-cache.ts';
import { type Contents, isOutdated, type Made, recordPrinted } from '../printed/printed.ts';
import {
  type Forms,
  hashOf,
  listVouchers,
  showForm,
  toOrder,
  toPage,
  type Voucher,
  withLinks,
} from '../vouchers/vouchers.ts';
import { owedOn, sortVouchers } from '../vouchers/vouchers-rules.ts';
import {
  countWorking,
  endJob,
  findJob,
  findJobByClient,
  insertJob,
  type JobRow,
  noteMade,
  touchJob,
} from './prints-queries.ts';

export type PrintRequest = {
  clientID: string;
  billIDs?: number[] | undefined;
  familyOf?: number | undefined;
  groupID?: number | undefined;
  sectionID?: number | undefined;
  isAll: boolean;
  order?: VoucherOrder | undefined;
};

/** The number of pages in one compilation. This number needs the least work and memory (money.md section 8). */
const atOnce = 100;
/** The most unfinished files of one campus. */
const mostWorking = 3;
/**
 * In milliseconds. `touch`: the process that makes a file says so this often. `stuck`: if it did not say so for this
 * long, it counts as ended. `answer`: the answer waits this long for a small file.
 */
const patience = { touch: 5000, stuck: 15_000, answer: 1500 };
/**
 * If somebody else prints one of the vouchers in the meantime, its duplicate number changes and the file must be made
 * again.
 */
const mostTries = 3;

type PrintNeeds = Pick<Deps, 'config' | 'now' | 'papers' | 'log' | 'runtime'>;
type Chosen = { vouchers: Voucher[]; name: string };

/** The bills of a job, in the order of printing. */
type Work = {
  scope: Scope;
  jobID: number;
  ids: readonly number[];
  name: string;
  groupID: number | undefined;
  /** The vouchers that could not be made. */
  problems: VoucherProblem[];
};

const notFound = () => new Failure('notFound', failureWords.notFound);
const toAnswer = ({ id, state, vouchers, made, name, problems }: JobRow): { job: VoucherJob } => ({
  job: { id, state, vouchers, made, name, problems: JSON.parse(problems) as VoucherProblem[] },
});
const pathOf = ({ config }: Pick<Deps, 'config'>, jobID: number): string =>
  join(papersIn(config.dataDir), `job-${jobID}.pdf`);

async function chooseOfFamily(scope: Scope, billID: number, today: string): Promise<Chosen> {
  const [bill] = await listOwed(scope, [billID]);
  if (!bill) throw notFound();
  const owed = await listFamilyOwed(scope, bill, today);
  const vouchers = await listVouchers(
    scope,
    owed.map((one) => one.billID),
  );
  return { vouchers, name: toFileName(paperNames.vouchers(bill.name)) };
}

async function chooseOfGroup(
  scope: Scope,
  { groupID, sectionID }: PrintRequest,
  today: string,
): Promise<Chosen> {
  const id = groupID ?? 0;
  const group = (await listGroupNames(scope, [id])).get(id);
  if (group === undefined) throw notFound();
  const section = sectionID === undefined ? undefined : await findSection(scope, sectionID);
  if (sectionID !== undefined && !section) throw notFound();
  const ids = await listBillIDs(scope, { groupID: id, status: 'all', today });
  const all = await listVouchers(scope, ids);
  const what = [group, section && nameOfClass(section)].filter(Boolean).join(' ');
  return {
    vouchers: section ? all.filter(({ place }) => place?.sectionID === sectionID) : all,
    name: toFileName(paperNames.vouchers(what)),
  };
}

async function chooseByIDs(scope: Scope, billIDs: readonly number[]): Promise<Chosen> {
  const ids = [...new Set(billIDs)];
  const vouchers = await listVouchers(scope, ids);
  if (vouchers.length < ids.length) throw notFound();
  const [first] = vouchers;
  const name = vouchers.length === 1 && first ? voucherFileName([first.bill]) : undefined;
  return { vouchers, name: name ?? toFileName(paperNames.vouchers(String(vouchers.length))) };
}

/** The bills to print, in the chosen order. */
async function choose(
  scope: Scope,
  request: PrintRequest,
  { settings, today, from }: Forms,
): Promise<Chosen & { ids: number[] }> {
  const { billIDs, familyOf } = request;
  const { vouchers, name } =
    billIDs !== undefined
      ? await chooseByIDs(scope, billIDs)
      : familyOf !== undefined
        ? await chooseOfFamily(scope, familyOf, today)
        : await chooseOfGroup(scope, request, today);
  const selected = request.isAll
    ? vouchers
    : vouchers.filter((voucher) => isOpen(voucher.bill) && owedOn(from, voucher.bill, voucher) > 0);
  if (selected.length === 0) throw new Failure('conflict', failureWords.noVouchers);
  if (selected.length > mostVouchers)
    throw new Failure('conflict', failureWords.tooManyVouchers(mostVouchers));
  const ids = sortVouchers(selected, request.order ?? settings.order).map(({ bill }) => bill.id);
  return { vouchers: selected, name, ids };
}

/** Ends the job. `again`: a voucher was printed by somebody else, or its bill was deleted, in the meantime. */
async function settle(
  { scope, jobID, groupID, problems }: Work,
  made: readonly Made[],
  now: string,
): Promise<'done' | 'cancelled' | 'again'> {
  return withCampusLock(scope, async (scope) => {
    if (await isOutdated(scope, made)) return 'again';
    const contents: Contents = { made, groupID: groupID ?? null };
    const end = { state: 'done', now, problems, contents: JSON.stringify(contents) } as const;
    return (await endJob(scope, jobID, end)) ? 'done' : 'cancelled';
  });
}

/** What the functions that make a file need. `isStopping`: the program is ending, so the job must end soon. */
type Maker = PrintNeeds & { isStopping: () => boolean };

const instantOf = ({ now }: Pick<Deps, 'now'>): string => now().toISOString();

type Making = { maker: Maker; work: Work; form: Forms };
type Part = { pdf: Buffer | undefined; made: Made[] };

/**
 * Makes the pages of these vouchers. Vouchers that cannot be made are left out and added to `problems`. If there are
 * very many, their cause is probably a text on all vouchers, and the job fails.
 */
async function drawPart(making: Making, vouchers: readonly Voucher[]): Promise<Part> {
  const { maker, work, form } = making;
  if (vouchers.length === 0) return { pdf: undefined, made: [] };
  const pages = vouchers.map((voucher) => toPage(voucher, form));
  try {
    return {
      pdf: await maker.papers.draw(toOrder(work.scope, form, { as: 'pdf', title: work.name, pages })),
      made: vouchers.map(({ bill, printed }, at) => ({
        ...{ billID: bill.id, expiryDate: bill.expiryDate, before: printed },
        sha256: hashOf(pages[at] as (typeof pages)[number]),
      })),
    };
  } catch (error) {
    if (!(error instanceof UnprintablePages)) throw error;
    for (const { at, texts } of error.pages) {
      const { id: billID = 0, name = '' } = vouchers[at]?.bill ?? {};
      work.problems.push({ billID, name, message: sayUnprintable(texts) });
    }
    if (work.problems.length >= mostUnprintable.pages) throw error;
    const bad = new Set(error.pages.map(({ at }) => at));
    return drawPart(
      making,
      vouchers.filter((_voucher, at) => !bad.has(at)),
    );
  }
}

/** Makes the pages of the next vouchers. Returns them with the data to record about each. */
async function writePart(making: Making, part: readonly number[]): Promise<Part> {
  const { maker, work } = making;
  const vouchers = await listVouchers(work.scope, part);
  const listed = await withLinks(work.scope, maker, { vouchers, mayCreate: true });
  const found = new Map(listed.map((one) => [one.bill.id, one]));
  // A bill that was deleted in the meantime is left out.
  return drawPart(
    making,
    part.flatMap((id) => found.get(id) ?? []),
  );
}

/** Undefined if the job was cancelled. */
async function writeFile(maker: Maker, work: Work, path: string): Promise<Made[] | undefined> {
  const file = await open(path, 'w', 0o600);
  try {
    return await writeAll(maker, work, file);
  } finally {
    await file.close();
  }
}

async function writeAll(maker: Maker, work: Work, file: FileHandle): Promise<Made[] | undefined> {
  const { scope, jobID, ids, name } = work;
  const form = await showForm(scope, maker);
  const joiner = createPageJoiner(name);
  const made: Made[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    const written = await writePart({ maker, work, form }, part);
    // `appendFile` writes all bytes; `write` may write only a part of them.
    if (written.pdf) await file.appendFile(joiner.add(written.pdf));
    made.push(...written.made);
    const goesOn = await noteMade(scope, jobID, { made: from + part.length, now: instantOf(maker) });
    if (!goesOn) return undefined;
    if (maker.isStopping()) throw new Failure('unavailable', failureWords.stopping);
  }
  if (made.length === 0) throw notFound();
  await file.appendFile(joiner.end());
  await file.sync();
  return made;
}

async function make(maker: Maker, work: Work): Promise<'done' | 'cancelled' | 'again'> {
  const path = pathOf(maker, work.jobID);
  work.problems = [];
  makeFolder(papersIn(maker.config.dataDir));
  try {
    const made = await writeFile(maker, work, `${path}.part`);
    if (!made) return 'cancelled';
    // The file is renamed before the job ends, because a finished job must have a file.
    await rename(`${path}.part`, path);
    const became = await settle(work, made, instantOf(maker));
    if (became !== 'done') await rm(path, { force: true });
    return became;
  } finally {
    await rm(`${path}.part`, { force: true });
  }
}

/** Stores every few seconds that the job still works. Returns a function that ends this. */
function keepTouching(maker: Maker, { scope, jobID }: Work): () => void {
  let timer: Timer | undefined;
  const wait = (): void => {
    timer = maker.runtime.after(patience.touch, () => {
      wait();
      touchJob(scope, jobID, instantOf(maker)).catch((error: unknown) =>
        maker.log.warn({ err: error, job: jobID }, 'the progress of vouchers could not be stored'),
      );
    });
  };
  wait();
  return () => timer?.cancel();
}

async function run(maker: Maker, work: Work): Promise<void> {
  const { scope, jobID } = work;
  const stopTouching = keepTouching(maker, work);
  try {
    for (let tried = 1; tried <= mostTries; tried += 1) if ((await make(maker, work)) !== 'again') return;
    throw new Error('during every attempt somebody else printed some of these vouchers');
  } catch (error) {
    maker.log.error({ err: error, job: jobID }, 'vouchers could not be made');
    await rm(pathOf(maker, jobID), { force: true });
    await endJob(scope, jobID, { state: 'failed', now: instantOf(maker), problems: work.problems });
  } finally {
    stopTouching();
  }
}

async function needJob(scope: Scope, jobID: number): Promise<JobRow> {
  const job = await findJob(scope, jobID);
  if (!job) throw notFound();
  return job;
}

const keyOf = ({ clientID, ...request }: PrintRequest) => ({ call: 'printVouchers', clientID, request });

/** Returns the job that the same click has already started. Throws if its `clientID` asked for other vouchers. */
async function findAgain(
  scope: Scope,
  { now }: PrintNeeds,
  request: PrintRequest,
): Promise<JobRow | undefined> {
  const job = await findJobByClient(scope, request.clientID);
  if (job) await needSameRequest(scope, keyOf(request), { at: now(), isAnswered: true });
  return job;
}

/** Starts a job, unless the campus already has too many. Undefined if the same click has already started one. */
async function insertWork(scope: Scope, deps: PrintNeeds, request: PrintRequest): Promise<Work | undefined> {
  const form = await showForm(scope, deps);
  const { ids, name } = await choose(scope, request, form);
  const since = new Date(deps.now().getTime() - patience.stuck).toISOString();
  if ((await countWorking(scope, since)) >= mostWorking)
    throw new Failure('conflict', failureWords.vouchersWait);
  const { clientID, groupID } = request;
  const made = { createdAt: instantOf(deps), createdBy: scope.userID };
  const jobID = await inTransaction(scope, async (scope) => {
    await needSameRequest(scope, keyOf(request), { at: deps.now() });
    return insertJob(scope, { clientID, name, vouchers: ids.length, ...made });
  });
  return jobID === undefined ? undefined : { scope, jobID, ids, name, groupID, problems: [] };
}

type OpenedFile = { stream: ReadStream; name: string };

async function openFile(deps: PrintNeeds, scope: Scope, jobID: number): Promise<OpenedFile> {
  const job = await needJob(scope, jobID);
  const file = job.state === 'done' ? await open(pathOf(deps, jobID)).catch(() => undefined) : undefined;
  if (!file) throw notFound();
  try {
    await recordPrinted(scope, job, instantOf(deps));
    return { stream: file.createReadStream(), name: job.name };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function createPrints(deps: PrintNeeds) {
  const atWork = new Map<number, Promise<void>>();
  let isStopping = false;
  const maker = { ...deps, isStopping: () => isStopping };
  return {
    /** Starts a job, only once for each `clientID`. Returns the progress if the file takes longer than a moment. */
    begin: async (scope: Scope, request: PrintRequest): Promise<{ job: VoucherJob }> => {
      const again = await findAgain(scope, deps, request);
      if (again) return toAnswer(again);
      const work = await insertWork(scope, deps, request);
      if (work) {
        const making = run(maker, work).finally(() => atWork.delete(work.jobID));
        atWork.set(work.jobID, making);
        await Promise.race([making, deps.runtime.sleep(patience.answer)]);
      }
      const job = await findJobByClient(scope, request.clientID);
      if (!job) throw notFound();
      return toAnswer(job);
    },
    show: async (scope: Scope, jobID: number): Promise<{ job: VoucherJob }> => {
      const job = await needJob(scope, jobID);
      const isStuck = deps.now().getTime() - Date.parse(job.touchedAt) > patience.stuck;
      if (job.state !== 'working' || !isStuck || atWork.has(jobID)) return toAnswer(job);
      await endJob(scope, jobID, { state: 'failed', now: instantOf(deps) });
      return toAnswer(await needJob(scope, jobID));
    },
    /** Only the person who started the job, or a person who may edit bills, may cancel it. */
    cancel: async (scope: Scope, jobID: number): Promise<{ job: VoucherJob }> => {
      const { createdBy } = await needJob(scope, jobID);
      if (createdBy !== scope.userID && !scope.rights.edit)
        throw new Failure('forbidden', failureWords.forbidden);
      await endJob(scope, jobID, { state: 'cancelled', now: instantOf(deps) });
      await atWork.get(jobID);
      return toAnswer(await needJob(scope, jobID));
    },
    openFile: (scope: Scope, jobID: number) => openFile(deps, scope, jobID),
    /** Ends the files that are being made. */
    stop: async (): Promise<void> => {
      isStopping = true;
      await Promise.all(atWork.values());
    },
  };
}

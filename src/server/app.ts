/** Assembles the HTTP server from its modules, in order. It does not listen. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { smallestBody } from '#shared/limits.ts';
import { has, rightNames } from '#shared/people/rights.ts';
import { accountRoutes } from './auth/account/routes.ts';
import { findProof } from './auth/auth-queries.ts';
import { campusRoutes } from './auth/campuses/routes.ts';
import { allowOrigins } from './auth/cors.ts';
import { proveAtDoor } from './auth/door.ts';
import { keyRoutes } from './auth/keys/routes.ts';
import { linkRoutes } from './auth/links/routes.ts';
import { peopleRoutes } from './auth/people/routes.ts';
import { setupRoutes } from './auth/setup/routes.ts';
import { createTriesStore } from './auth/tries.ts';
import { twoFactorRoutes } from './auth/two-factor/routes.ts';
import { bankFileRoutes } from './bank/bank-files/routes.ts';
import { pushDoor } from './bank/push-door/routes.ts';
import { pushRoutes } from './bank/push-setup/routes.ts';
import { billRoutes } from './billing/bills/routes.ts';
import { correctionRoutes } from './billing/corrections/routes.ts';
import { familyRoutes } from './billing/families/routes.ts';
import { findRoutes } from './billing/find/routes.ts';
import { groupRoutes } from './billing/groups/routes.ts';
import { listingRoutes } from './billing/listing/routes.ts';
import { promiseRoutes } from './billing/promises/routes.ts';
import type { Restorers } from './bin/model.ts';
import { binRoutes } from './bin/routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { snippetRoutes } from './chat/snippets/routes.ts';
import { dayBookRoutes } from './counter/day-book/routes.ts';
import { moneyAccountRoutes } from './counter/money-accounts/routes.ts';
import { moneyRuleRoutes } from './counter/money-rules/routes.ts';
import { openBillRoutes } from './counter/open-bills/routes.ts';
import { paymentRoutes } from './counter/payments/routes.ts';
import { receiptRoutes } from './counter/receipts/routes.ts';
import { returnRoutes } from './counter/returns/routes.ts';
import { demoBillerRoutes } from './demo/biller/routes.ts';
import { fillNewCampus } from './demo/demo.ts';
import { demoRoutes } from './demo/routes.ts';
import type { Deps } from './deps.ts';
import { classRoutes } from './imports/classes/routes.ts';
import { importRoutes } from './imports/history/routes.ts';
import { restoreBilling, restoreMember } from './imports/restore/restore.ts';
import { rosterRoutes } from './imports/roster/routes.ts';
import { savingRoutes } from './imports/save/routes.ts';
import { studentRoutes } from './imports/students/routes.ts';
import { changeStudentNumbers } from './imports/students/students.ts';
import { undoRoutes } from './imports/undo/routes.ts';
import { adjustmentRoutes } from './ledger/adjustments/routes.ts';
import { listDiffering } from './ledger/audit/audit.ts';
import { recarry } from './ledger/carried/carried.ts';
import { closingRoutes } from './ledger/closing/routes.ts';
import { dueRuleRoutes } from './ledger/due-rules/routes.ts';
import { feeHeadRoutes } from './ledger/fee-heads/routes.ts';
import { markRoutes } from './ledger/marks/routes.ts';
import { backupRoutes } from './operations/backups/routes.ts';
import { healthRoutes } from './operations/health/routes.ts';
import { installationRoutes } from './operations/installation/routes.ts';
import { attemptRoutes } from './outbox/broadcasts/attempts-routes.ts';
import { resumeAfterApproval } from './outbox/broadcasts/broadcasts.ts';
import { broadcastRoutes } from './outbox/broadcasts/routes.ts';
import { followPayments } from './outbox/changes/after-payment.ts';
import { cancelRoutes } from './outbox/changes/cancel-routes.ts';
import { copyRoutes } from './outbox/changes/copies-routes.ts';
import { restoreRoutes } from './outbox/changes/restore-routes.ts';
import { retryRoutes } from './outbox/changes/retry-routes.ts';
import { previewRoutes } from './outbox/enqueue/preview-routes.ts';
import { messageRoutes } from './outbox/enqueue/routes.ts';
import { failureRoutes } from './outbox/failures/routes.ts';
import { changeLimit } from './outbox/limits/messaging-limits.ts';
import { copyReached } from './outbox/limits/messaging-limits-queries.ts';
import { windowRoutes } from './outbox/limits/windows-routes.ts';
import { alertRoutes } from './outbox/lists/alerts-routes.ts';
import { outboxRoutes } from './outbox/lists/page-routes.ts';
import { sendRoutes } from './outbox/lists/sends-routes.ts';
import { manualRoutes } from './outbox/manual/routes.ts';
import { optOutRoutes } from './outbox/opt-outs/routes.ts';
import { skipRoutes } from './outbox/skip/routes.ts';
import { documentRoutes } from './papers/documents/routes.ts';
import { printRoutes } from './papers/prints/routes.ts';
import { receiptPaperRoutes } from './papers/receipts/routes.ts';
import { voucherSettingRoutes } from './papers/settings/routes.ts';
import { voucherRoutes } from './papers/vouchers/routes.ts';
import { familyLinkRoutes } from './parents/links/routes.ts';
import { parentRoutes } from './parents/page/routes.ts';
import { needUpload } from './platform/files/files.ts';
import { fileRoutes, openFileRoutes } from './platform/files/routes.ts';
import { readBodies } from './platform/http/bodies.ts';
import { closeConnectionsAfterRequests } from './platform/http/closing.ts';
import { answerFailures, answerUnroutable } from './platform/http/failures.ts';
import { protectBrowsers } from './platform/http/headers.ts';
import { describeCalls } from './platform/http/reference.ts';
import { installSchemaMessages } from './platform/http/shapes.ts';
import { endSlowBodies } from './platform/http/slow-bodies.ts';
import { createTurns } from './platform/http/turns.ts';
import { serveWeb } from './platform/http/web.ts';
import { liveRoutes } from './platform/live/routes.ts';
import { nameCaller, nameRequests, RequestLog } from './platform/log/requests.ts';
import { countRequests } from './platform/metrics/requests.ts';
import { receiptMessageRoutes } from './reminders/receipts/routes.ts';
import { reminderRoutes } from './reminders/switches/routes.ts';
import { postponeAfterCopy } from './reminders/switches/switches.ts';
import { nextReminderRoutes } from './reminders/tomorrow/routes.ts';
import { campusFigureRoutes } from './reports/campus-figures-routes.ts';
import { exceptionRoutes } from './reports/exceptions/routes.ts';
import { inboxRoutes } from './reports/inbox/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { todayRoutes } from './reports/today/routes.ts';
import { connectionRoutes } from './senders/connections/routes.ts';
import type { NumberReactions } from './senders/model.ts';
import { senderRoutes } from './senders/settings/routes.ts';
import { followAccount } from './templates/approvals/approvals.ts';
import { approvalRoutes } from './templates/approvals/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { restoreTemplate } from './templates/templates.ts';
import { trailRoutes } from './trail/history/routes.ts';
import { webhookRoutes } from './webhooks/intake/routes.ts';

/** The reactions of higher modules when the account or limit of a WhatsApp number changes. */
const numberReactions: NumberReactions = {
  accountChanged: followAccount,
  portfolioChanged: ({ db }, change) => copyReached(db, change),
  limitChanged: ({ db }, { senderID, ...limit }) => changeLimit(db, { id: senderID, portfolio: '' }, limit),
};

/** The module that owns a deleted row also restores it. */
const restorers: Restorers = { group: restoreBilling, bill: restoreMember, template: restoreTemplate };

const routeModules: ((app: FastifyInstance, deps: Deps) => void)[] = [
  accountRoutes,
  linkRoutes,
  twoFactorRoutes,
  peopleRoutes,
  keyRoutes,
  (app, deps) => campusRoutes(app, deps, fillNewCampus),
  (app, deps) => setupRoutes(app, deps, fillNewCampus),
  groupRoutes,
  listingRoutes,
  campusFigureRoutes,
  billRoutes,
  (app, deps) => markRoutes(app, deps, followPayments),
  (app, deps) => paymentRoutes(app, deps, followPayments),
  (app, deps) => returnRoutes(app, deps, followPayments),
  (app, deps) => adjustmentRoutes(app, deps, { followPayments, recarry }),
  moneyRuleRoutes,
  closingRoutes,
  (app, deps) => dueRuleRoutes(app, deps, followPayments),
  feeHeadRoutes,
  moneyAccountRoutes,
  pushRoutes,
  (app, deps) => bankFileRoutes(app, deps, followPayments),
  openBillRoutes,
  receiptRoutes,
  dayBookRoutes,
  reportRoutes,
  exceptionRoutes,
  voucherSettingRoutes,
  (app, deps) => voucherRoutes(app, deps, followPayments),
  documentRoutes,
  printRoutes,
  receiptPaperRoutes,
  savingRoutes,
  importRoutes,
  undoRoutes,
  studentRoutes,
  rosterRoutes,
  classRoutes,
  (app, deps) => binRoutes(app, deps, restorers),
  templateRoutes,
  (app, deps) => approvalRoutes(app, deps, resumeAfterApproval),
  reminderRoutes,
  nextReminderRoutes,
  receiptMessageRoutes,
  previewRoutes,
  messageRoutes,
  chatRoutes,
  snippetRoutes,
  familyRoutes,
  promiseRoutes,
  familyLinkRoutes,
  (app, deps) => correctionRoutes(app, deps, changeStudentNumbers),
  findRoutes,
  inboxRoutes,
  todayRoutes,
  windowRoutes,
  optOutRoutes,
  outboxRoutes,
  sendRoutes,
  failureRoutes,
  broadcastRoutes,
  cancelRoutes,
  retryRoutes,
  restoreRoutes,
  skipRoutes,
  (app, deps) => copyRoutes(app, deps, postponeAfterCopy),
  manualRoutes,
  attemptRoutes,
  alertRoutes,
  senderRoutes,
  (app, deps) => connectionRoutes(app, deps, numberReactions),
  fileRoutes,
  backupRoutes,
  trailRoutes,
  (app, deps) => installationRoutes(app, deps, listDiffering),
  (app, deps) => liveRoutes(app, { ...deps, findProof }),
  demoRoutes,
  demoBillerRoutes,
];

function prepare(app: FastifyInstance, { runtime }: Deps): void {
  installSchemaMessages();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('door');
  app.decorateRequest('turn');
  nameRequests(app);
  answerFailures(app);
  readBodies(app);
  closeConnectionsAfterRequests(app);
  countRequests(app);
  endSlowBodies(app, runtime);
}

/**
 * Adds the hooks that authorise requests. They are registered after the plugins, because hooks run in order of
 * registration and the authorisation reads cookies.
 */
function guard(app: FastifyInstance, deps: Deps): void {
  const takeTurn = createTurns();
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (!call) return;
    // Answers contain tokens and data of children and parents, so a shared browser must not store them.
    reply.header('cache-control', 'no-store');
    request.door = await proveAtDoor(request, deps, call);
    nameCaller(request);
    await takeTurn(request, reply, call);
  });
  app.addHook('preHandler', async ({ body, door }) => {
    const media = (body as { media?: unknown } | null | undefined)?.media;
    const usableCampuses = door?.proof.campuses.filter(({ rights }) => has(rights, rightNames)) ?? [];
    const campusIDs = usableCampuses.map(({ id }) => id);
    await needUpload(deps, media, campusIDs);
  });
}

async function registerPlugins(app: FastifyInstance, deps: Deps): Promise<void> {
  await protectBrowsers(app, deps.config);
  await app.register(cookie);
  await app.register(multipart, { limits: { files: 1, fields: 10, parts: 12 } });
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] });
  await app.register(rateLimit, { global: false, store: createTriesStore(deps) });
  await describeCalls(app);
}

/** Registers the routes for people and API clients. A worker process has none. */
async function registerRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerPlugins(app, deps);
  allowOrigins(app, deps.config);
  guard(app, deps);
  await app.register(
    async (api) => {
      for (const registerModule of routeModules) registerModule(api, deps);
    },
    { prefix: '/api' },
  );
  await app.register(openFileRoutes, { ...deps, prove: proveAtDoor });
  await app.register(parentRoutes, deps);
  await app.register(pushDoor, { ...deps, followPayments });
  await app.register(webhookRoutes, deps);
  await serveWeb(app, deps.config);
}

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    genReqId: () => deps.runtime.randomUUID(),
    trustProxy: deps.config.trustedProxy,
    // Requests in flight finish before a shutdown, so that a save gets its answer.
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // This limit also applies to paths without a route.
    bodyLimit: smallestBody,
    http: { connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerUnroutable,
  });
  prepare(app, deps);
  if (deps.config.role !== 'worker') await registerRoutes(app, deps);
  healthRoutes(app, deps);
  return app;
}

/** The table of contents: what the program is made of, in order. It never listens. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { smallestBody } from '#shared/limits.ts';
import { accountRoutes } from './account/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { attemptRoutes } from './attempts/routes.ts';
import { triesOf } from './auth/tries.ts';
import { billRoutes } from './bills/routes.ts';
import { byHandRoutes } from './by-hand/routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import { copyRoutes } from './copies/routes.ts';
import { demoRoutes } from './demo/routes.ts';
import type { Deps } from './deps.ts';
import { familyRoutes } from './families/routes.ts';
import { countRequests } from './figures/requests.ts';
import { needUpload } from './files/actions.ts';
import { fileRoutes, openFileRoutes } from './files/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { hookRoutes } from './hooks/routes.ts';
import { readBodies } from './http/bodies.ts';
import { closeBehindRequests } from './http/closing.ts';
import { knock } from './http/door.ts';
import { answerFailures, answerUnroutable } from './http/failures.ts';
import { protectBrowsers } from './http/headers.ts';
import { describeCalls } from './http/reference.ts';
import { speakOfShapes } from './http/shapes.ts';
import { endSlowBodies } from './http/slow-bodies.ts';
import { serveWeb } from './http/web.ts';
import { importRoutes } from './imports/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { nameCaller, nameRequests, RequestLog } from './log/requests.ts';
import { matchRoutes } from './matches/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { optOutRoutes } from './optouts/routes.ts';
import { outboxRoutes } from './outbox/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { rosterRoutes } from './rosters/routes.ts';
import { savingRoutes } from './saving/routes.ts';
import { senderRoutes } from './senders/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { undoRoutes } from './undo/routes.ts';
import { windowRoutes } from './windows/routes.ts';

const rooms = [
  accountRoutes,
  setupRoutes,
  groupRoutes,
  billRoutes,
  matchRoutes,
  savingRoutes,
  importRoutes,
  undoRoutes,
  rosterRoutes,
  templateRoutes,
  approvalRoutes,
  planRoutes,
  messageRoutes,
  chatRoutes,
  familyRoutes,
  windowRoutes,
  optOutRoutes,
  outboxRoutes,
  copyRoutes,
  byHandRoutes,
  attemptRoutes,
  alertRoutes,
  senderRoutes,
  connectionRoutes,
  fileRoutes,
  liveRoutes,
  demoRoutes,
];

function prepare(app: FastifyInstance): void {
  speakOfShapes();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('door');
  nameRequests(app);
  answerFailures(app);
  readBodies(app);
  closeBehindRequests(app);
  countRequests(app);
  endSlowBodies(app);
}

/** After the plugins: hooks run in the order of their registration, and the door reads the cookies. */
function guard(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (!call) return;
    // Tokens, and what is told of children and parents: nothing of it stays in a browser that others use too.
    reply.header('cache-control', 'no-store');
    request.door = await knock(request, deps, call);
    nameCaller(request);
  });
  app.addHook('preHandler', async ({ body, door }) => {
    const media = (body as { media?: unknown } | null | undefined)?.media;
    const campusIDs = door?.proof.campuses.map(({ id }) => id) ?? [];
    await needUpload(deps.config.uploadsDir, media, campusIDs);
  });
}

async function registerPlugins(app: FastifyInstance, deps: Deps): Promise<void> {
  await protectBrowsers(app, deps.config);
  await app.register(cookie);
  await app.register(multipart, { limits: { files: 1, fields: 10, parts: 12 } });
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] });
  await app.register(rateLimit, { global: false, store: triesOf(deps) });
  await describeCalls(app);
}

/** What people and their programs ask for. A worker has none of it. */
async function openDesk(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerPlugins(app, deps);
  guard(app, deps);
  await app.register(
    async (api) => {
      for (const room of rooms) room(api, deps);
    },
    { prefix: '/api' },
  );
  await app.register(openFileRoutes, deps);
  await app.register(hookRoutes, deps);
  await serveWeb(app, deps.config);
}

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustedProxy,
    // Requests in flight come to their end, so that whoever saves learns that it is saved.
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // Of what no route takes, too.
    bodyLimit: smallestBody,
    http: { connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerUnroutable,
  });
  prepare(app);
  if (deps.config.role !== 'worker') await openDesk(app, deps);
  healthRoutes(app, deps);
  return app;
}

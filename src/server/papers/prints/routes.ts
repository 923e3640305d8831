import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { sendFile } from '../../platform/http/files.ts';
import { mount } from '../../platform/http/mount.ts';
import { createPrints } from './prints.ts';

export function printRoutes(app: FastifyInstance, deps: Deps): void {
  const prints = createPrints(deps);
  app.addHook('onClose', () => prints.stop());

  mount(app, calls.printVouchers, async ({ door, body }) => prints.begin(door.scope(), body));

  mount(app, calls.showVoucherJob, async ({ door, params }) => prints.show(door.scope(), params.id));

  mount(app, calls.cancelVoucherJob, async ({ door, params }) => prints.cancel(door.scope(), params.id));

  mount(app, calls.fetchVouchers, async ({ door, params, reply }) => {
    const { stream, name } = await prints.openFile(door.scope(), params.id);
    return sendFile(reply, calls.fetchVouchers, { content: stream, name });
  });
}

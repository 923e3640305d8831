import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { sendList } from '../../platform/http/send-list.ts';
import { findCampusOfBill } from '../../recipients/recipients-queries.ts';
import { findCampusOfMessage } from '../broadcasts/attempts-queries.ts';
import { exportOutbox, showMessage, showMessagesOfBill, showOutbox } from './page.ts';

export function outboxRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listOutbox, async ({ door, query }) => {
    const { status, broadcastID, groupID, search, after, from, take } = query;
    return showOutbox(door.scope(), { status, broadcastID, groupID, search }, { after, from, take });
  });

  mount(app, calls.exportOutbox, async ({ door, query, reply }) => {
    const { status, broadcastID, groupID, search } = query;
    const choice = { status, broadcastID, groupID, search };
    return sendList(reply, await exportOutbox(door.scope(), deps, choice));
  });

  mount(app, calls.getMessage, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfMessage(db, campusIDs, params.id));
    return showMessage(scope, params.id);
  });

  mount(app, calls.listMessagesOfBill, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfBill(db, campusIDs, params.id));
    return showMessagesOfBill(scope, params.id);
  });
}

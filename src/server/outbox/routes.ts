import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { findCampusOfMessage } from '../attempts/queries.ts';
import { findCampusOfBill } from '../bills/queries.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';
import { sendList } from '../http/send-list.ts';
import { countWaiting } from '../recall/actions.ts';
import {
  cancel,
  clear,
  exportOutbox,
  restore,
  retry,
  showCancelled,
  showMessage,
  showMessagesOfBill,
  showOutbox,
  showRuns,
  switchRuns,
} from './actions.ts';

export function outboxRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listOutbox, async ({ door, query }) => {
    const { status, broadcastID, groupID, search, after, from, take } = query;
    return showOutbox(door.scope(), { status, broadcastID, groupID, search }, { after, from, take });
  });

  mount(app, calls.countWaiting, async ({ door, query: { groupID, billID } }) => {
    const about =
      billID === undefined
        ? ({ column: 'groupIDs', id: groupID ?? 0 } as const)
        : ({ column: 'billIDs', id: billID } as const);
    return countWaiting(door.scope(), about);
  });

  mount(app, calls.exportOutbox, async ({ door, query, reply }) => {
    const { status, broadcastID, groupID, search } = query;
    const choice = { status, broadcastID, groupID, search };
    return sendList(reply, await exportOutbox(door.scope(), choice));
  });

  mount(app, calls.getMessage, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfMessage(db, campusIDs, params.id));
    return showMessage(scope, params.id);
  });

  mount(app, calls.listMessagesOfBill, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfBill(db, campusIDs, params.id));
    return showMessagesOfBill(scope, params.id);
  });

  mount(app, calls.listRuns, async ({ door }) => showRuns(door.scope()));

  mount(app, calls.pauseOutbox, async ({ door, body }) =>
    switchRuns(door.scope(), deps, { from: 'running', to: 'paused', broadcastID: body.broadcastID }),
  );

  mount(app, calls.resumeOutbox, async ({ door, body }) =>
    switchRuns(door.scope(), deps, { from: 'paused', to: 'running', broadcastID: body.broadcastID }),
  );

  mount(app, calls.retryOutbox, async ({ door, body }) => retry(door.scope(), deps, body));

  mount(app, calls.cancelOutbox, async ({ door, body }) => cancel(door.scope(), deps, body));

  mount(app, calls.clearOutbox, async ({ door }) => clear(door.scope(), deps));

  mount(app, calls.listCancelled, async ({ door }) => showCancelled(door.scope(), deps));

  mount(app, calls.restoreOutbox, async ({ door, body }) => restore(door.scope(), deps, body.at));
}

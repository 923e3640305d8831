import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { isPlainBill, isPlainSheetBill } from '#shared/calls/plain-bill.ts';
import { mostRowsPerImport } from '#shared/limits.ts';
import type { Door } from '../../auth/door.ts';
import type { Scope } from '../../auth/scope.ts';
import { findCampusOfGroup } from '../../billing/groups/groups-queries.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { takeLines, withLines } from '../../platform/http/ndjson.ts';
import { passPlainItems } from '../../platform/http/plain-items.ts';
import { checkBills } from '../matches/matches.ts';
import { saveBills, saveGroup } from './save.ts';

/** For a new billing the request gives the campus. For an existing billing the campus is looked up. */
async function scopeOf(
  door: Door,
  { id, campusID }: { id: number; campusID?: number | undefined },
): Promise<Scope> {
  if (id === 0) return door.scope(campusID);
  return door.scopeHolding((db, campusIDs) => findCampusOfGroup(db, campusIDs, id));
}

const lines = {
  ...calls.importBills.lines,
  isPlain: isPlainSheetBill,
  list: 'contacts',
  mostRows: mostRowsPerImport,
};
const plainContacts = { list: 'contacts', isPlain: isPlainBill };

export function savingRoutes(app: FastifyInstance, deps: Deps): void {
  const { runtime, config } = deps;
  const { dataDir } = config;

  mount(app, calls.checkBills, async ({ door, body }) => checkBills(door.scope(), deps, body));

  passPlainItems(app, plainContacts, (app) =>
    mount(app, calls.saveGroup, async ({ door, body }) =>
      saveGroup(await scopeOf(door, body.group), deps, body),
    ),
  );

  takeLines(app, (app) =>
    mount(app, calls.importBills, async ({ door, request, reply }) =>
      withLines({ request, reply, dataDir, runtime }, lines, async (head, rows, content) =>
        saveBills(await scopeOf(door, head.group), deps, { ...head, rows, content }),
      ),
    ),
  );
}

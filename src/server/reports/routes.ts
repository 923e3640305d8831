import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { scopeOf } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { mount, type Visit } from '../platform/http/mount.ts';
import { sendList } from '../platform/http/send-list.ts';
import { exportList, exportReport, listReport, type Place, showReport } from './reports.ts';

type ReportRequest = Pick<Visit<typeof calls.showReport>, 'door'> & {
  query: { cID: number; campuses?: 'all' | undefined };
};

/**
 * Returns the requested campus, or every campus that the caller may view. It uses the separate read connection, so that
 * no other request waits.
 */
const placesOf = ({ store }: Deps, { door: { proof }, query: { cID, campuses } }: ReportRequest): Place[] =>
  proof.campuses
    .filter(({ id, rights }) => (campuses === 'all' ? rights.view : id === cID))
    .map((looks) => ({
      scope: scopeOf(store.readConnection, proof, { campusID: looks.id, needed: 'view' }),
      looks,
    }));

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showReport, async ({ door, params, query }) =>
    showReport(placesOf(deps, { door, query }), deps, { ...params, ...query }),
  );

  mount(app, calls.listReport, async ({ door, params, query }) =>
    listReport(placesOf(deps, { door, query }), deps, { ...params, ...query }),
  );

  mount(app, calls.exportReport, async ({ door, params, query, reply }) => {
    const request = { ...params, ...query, places: placesOf(deps, { door, query }) };
    return sendList(reply, await exportReport(door.scope(), deps, request));
  });

  mount(app, calls.exportReportList, async ({ door, params, query, reply }) => {
    const request = { ...params, ...query, places: placesOf(deps, { door, query }) };
    return sendList(reply, await exportList(door.scope(), deps, request));
  });
}

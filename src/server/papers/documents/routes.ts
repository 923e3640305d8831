import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { sendFile } from '../../platform/http/files.ts';
import { mount } from '../../platform/http/mount.ts';
import { showDocument, showDocumentOf } from './documents.ts';

export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showVouchersOf, async ({ door, query, reply }) => {
    const { billIDs, number } = query;
    const request = { kind: 'voucher', billIDs, number, paymentID: null } as const;
    const { bytes, name } = await showDocument(door.scope(), deps, request);
    return sendFile(reply, calls.showVouchersOf, { content: bytes, name });
  });

  mount(app, calls.showDocumentOf, async ({ door, params, reply }) => {
    const { bytes, name } = await showDocumentOf(door.scope(), deps, params.id);
    return sendFile(reply, calls.showDocumentOf, { content: bytes, name });
  });
}

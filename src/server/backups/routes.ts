import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';
import { beginBackup, nameFolder, showBackupAge, showBackups } from './actions.ts';

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getBackups, () => showBackups(deps));
  mount(app, calls.getBackupAge, () => showBackupAge(deps));
  mount(app, calls.makeBackup, () => beginBackup(deps));
  mount(app, calls.setBackupFolder, ({ body }) => nameFolder(deps, body));
}

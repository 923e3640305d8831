import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { beginBackup, nameFolder, showBackupAge, showBackups } from './backups.ts';

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getBackups, () => showBackups(deps));
  mount(app, calls.getBackupAge, () => showBackupAge(deps));
  mount(app, calls.makeBackup, async ({ door }) => beginBackup(deps, door.scope()));
  mount(app, calls.setBackupFolder, ({ door, body }) => nameFolder(deps, door.scope(), body));
}

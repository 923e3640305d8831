import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import {
  changeInstallation,
  type ListDiffering,
  restartInstallation,
  showInstallation,
  showWarnings,
} from './installation.ts';

export function installationRoutes(app: FastifyInstance, deps: Deps, listDiffering: ListDiffering): void {
  mount(app, calls.getInstallation, () => showInstallation(deps));
  mount(app, calls.changeInstallation, ({ door, body }) => changeInstallation(deps, door.scope(), body));
  mount(app, calls.restartInstallation, ({ door }) => restartInstallation(deps, door.scope()));
  mount(app, calls.listWarnings, () => showWarnings({ ...deps, listDiffering }));
}

import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { saveSettings, showSettings } from './settings.ts';

export function voucherSettingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getVoucherSettings, async ({ door }) => showSettings(door.scope()));

  mount(app, calls.saveVoucherSettings, async ({ door, body }) => saveSettings(door.scope(), deps, body));
}

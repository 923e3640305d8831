import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { askAsBiller, payAsBiller } from './biller.ts';

export function demoBillerRoutes(app: FastifyInstance, { vault }: Deps): void {
  const needs = { vault, inject: app.inject.bind(app) as FastifyInstance['inject'] };
  mount(app, calls.askAsBiller, async ({ door, body }) => askAsBiller(door.scope(), needs, body));
  mount(app, calls.payAsBiller, async ({ door, body }) => payAsBiller(door.scope(), needs, body));
}

import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { type ChangeStudentNumbers, correctNumber, undoCorrection } from './corrections.ts';

export function correctionRoutes(
  app: FastifyInstance,
  deps: Deps,
  changeStudentNumbers: ChangeStudentNumbers,
): void {
  const needs = { ...deps, changeStudentNumbers };

  mount(app, calls.correctNumber, async ({ door, body }) => correctNumber(door.scope(), needs, body));

  mount(app, calls.undoCorrection, async ({ door, body }) =>
    undoCorrection(door.scope(), needs, body.correctionID),
  );
}

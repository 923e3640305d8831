import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { mostRowsPerImport } from '#shared/limits.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { takeLines, withLines } from '../../platform/http/ndjson.ts';
import { checkStudents, importStudents } from './students.ts';

const lines = { ...calls.importStudents.lines, list: 'students', mostRows: mostRowsPerImport };

export function studentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.checkStudents, async ({ door, body }) => checkStudents(door.scope(), body.regNums));

  takeLines(app, (app) =>
    mount(app, calls.importStudents, async ({ door, request, reply }) =>
      withLines(
        { request, reply, dataDir: deps.config.dataDir, runtime: deps.runtime },
        lines,
        (head, students, content) =>
          importStudents(door.scope(), deps, { head: { ...head, content }, students }),
      ),
    ),
  );
}

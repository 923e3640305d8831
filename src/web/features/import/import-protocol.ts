/**
 * The worker protocol (remote procedure calls). The page calls methods of the import session, which runs in a worker.
 * Each call has a number. The worker reports the progress and the result with the same number.
 */
import type { CallRefusal, Progress } from './import-model.ts';
import type { ImportMethod, ImportSession } from './import-session.ts';

export type ArgumentOf<M extends ImportMethod> = Parameters<ImportSession[M]>[0];
export type ResultOf<M extends ImportMethod> = Awaited<ReturnType<ImportSession[M]>>;

export type WorkerCall = {
  [M in ImportMethod]: { id: number; method: M; argument: ArgumentOf<M> };
}[ImportMethod];

export type WorkerReport =
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'result'; result: ResultOf<ImportMethod> }
  | { id: number; kind: 'refused'; refusal: CallRefusal };

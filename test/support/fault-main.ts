/** Runs `main.ts` in its own process with nothing but an environment, as a clerk starts it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

type Ended = {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  complained: string;
};
export type MainProcess = {
  /** Resolves with the address when the program is ready; rejects with its standard error when it ends before. */
  ready: () => Promise<string>;
  ended: Promise<Ended>;
  /** The standard error so far. */
  complaints: () => string;
  end: (signal: NodeJS.Signals) => Promise<Ended>;
};

const readyLine = /Qasid is ready: (\S+)/;

/** Starts the program on a free port unless `env` names one. */
export function startMain(env: Record<string, string>, words: string[] = []): MainProcess {
  const program = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      SystemRoot: process.env.SystemRoot ?? '',
      PORT: '0',
      ...compileCache,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complained = '';
  let hear = () => {};
  program.stdout.on('data', (chunk) => {
    output += chunk;
    hear();
  });
  program.stderr.on('data', (chunk) => {
    complained += chunk;
  });
  const ended = once(program, 'close').then(
    ([code, signal]): Ended => ({ code, signal, output, complained }),
  );

  const ready = () =>
    new Promise<string>((resolve, reject) => {
      hear = () => {
        const address = readyLine.exec(output)?.[1];
        if (address) resolve(address);
      };
      hear();
      void ended.then(({ code }) => reject(new Error(`the program ended with ${code}: ${complained}`)));
    });

  const end = (signal: NodeJS.Signals) => {
    program.kill(signal);
    return ended;
  };
  return { ready, ended, end, complaints: () => complained };
}

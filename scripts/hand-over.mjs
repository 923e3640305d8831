// The first line of every command of the school's folder: where another program runs by an update, it is that one's.
// Asked for --help, the command says what it takes and does nothing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHelp } from './help.mjs';
import { root } from './install.mjs';
import { endWith, nodeOf } from './pinned-node.mjs';
import { currentProgram, home } from './programs.mjs';

/**
 * Goes on in the same script of the program that runs, and ends as it does; comes back where that is this one. From then
 * on the folder that is worked in is the school's.
 * @param {string} url `import.meta.url` of the script.
 */
export async function handOver(url) {
  answerHelp(url);
  const program = currentProgram(home);
  const script = join(program, 'scripts', basename(fileURLToPath(url)));
  if (resolve(program) !== resolve(root) && existsSync(script)) {
    const words = ['--disable-warning=ExperimentalWarning', script, ...process.argv.slice(2)];
    await endWith(spawn(nodeOf(program), words, { cwd: home, stdio: 'inherit' }));
  }
  // npm begins in the folder of the package, which is the program's.
  if (resolve(process.cwd()) === resolve(root)) process.chdir(home);
}

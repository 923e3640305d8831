// Every command of the school's folder calls this first. If an update installed another program, the command runs the
// script of that program. With --help it only prints the help of the command.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHelp } from './help.mjs';
import { root } from './install.mjs';
import { endWith, nodeOf } from './pinned-node.mjs';
import { currentProgram, home } from './programs.mjs';

/**
 * Runs the same script of the current program and exits with its exit code. Returns if this is already the current
 * program, and then the working directory is the school's folder.
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
  // npm starts in the folder of the package, which is the program's, so change to the school's folder.
  if (resolve(process.cwd()) === resolve(root)) process.chdir(home);
}

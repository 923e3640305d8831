import { expect, it } from 'vitest';
import { commandLineWords } from '#shared/words/command-line.ts';
import { StartFailure } from '../src/server/db/start-failure.ts';
import { readCommandLine } from './command-line.ts';

const options = {
  files: { type: 'string' },
  name: { type: 'string', short: 'n' },
  yes: { type: 'boolean' },
} as const;
const read = (args: string[]) => readCommandLine({ options, args }, 'Usage');

it('reads what was typed', () => {
  expect(read(['--files', '5', '--yes']).values).toEqual({ files: '5', yes: true });
});

it.each([
  [['--files', '-5'], commandLineWords.valueMissing('--files')],
  [['--files'], commandLineWords.valueMissing('--files')],
  [['-n'], commandLineWords.valueMissing('--name')],
  [['--yes=1'], commandLineWords.valueTooMuch('--yes')],
  [['--nothing'], commandLineWords.unknown('--nothing')],
  [['school'], commandLineWords.tooMany('school')],
])('%j is answered in our words, and with the usage', (args, said) => {
  expect(() => read(args)).toThrow(new StartFailure(`${said}\n\nUsage`));
});

import { expect, it } from 'vitest';
import { commandLineWords } from '#shared/words/command-line.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { readCommandLine } from './command-line.ts';

const options = {
  files: { type: 'string' },
  name: { type: 'string', short: 'n' },
  yes: { type: 'boolean' },
} as const;
const read = (args: string[]) => readCommandLine({ options, args }, 'Usage');

it('A command line is read with its options.', () => {
  expect(read(['--files', '5', '--yes']).values).toEqual({ files: '5', yes: true });
});

it.each([
  [['--files', '-5'], commandLineWords.valueMissing('--files')],
  [['--files'], commandLineWords.valueMissing('--files')],
  [['-n'], commandLineWords.valueMissing('--name')],
  [['--yes=1'], commandLineWords.valueTooMuch('--yes')],
  [['--nothing'], commandLineWords.unknown('--nothing')],
  [['school'], commandLineWords.tooMany('school')],
])('The invalid command line %j is refused with its reason and the usage.', (args, reason) => {
  expect(() => read(args)).toThrow(new StartFailure(`${reason}\n\nUsage`));
});

/** Reads the options and words typed after a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { commandLineWords } from '#shared/words/command-line.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';

/**
 * Explains a parse error in our own words. `code` is Node's: nodejs.org/api/errors.html#err_parse_args_unknown_option
 */
function explain(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message: string };
  // For an option with a short name the message holds "-f, --file <value>".
  const named = /'(?:-\w, )?([^' ]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return commandLineWords.unknown(named);
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return commandLineWords.tooMany(named);
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return undefined;
  return message.includes('does not take')
    ? commandLineWords.valueTooMuch(named)
    : commandLineWords.valueMissing(named);
}

/** Like Node's `parseArgs`, but throws a StartFailure that says what is wrong and prints `usage` below it. */
export function readCommandLine<T extends ParseArgsConfig>(
  config: T,
  usage = '',
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const why = explain(error);
    if (why === undefined) throw error;
    throw new StartFailure([why, usage].filter(Boolean).join('\n\n'));
  }
}

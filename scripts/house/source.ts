// Reads one source file for the rules: its imports, functions and tables.
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'rolldown/utils';
import { type Found, findFunctions } from './functions.ts';
import { findDeclared, findWritten, type Mention } from './tables.ts';
import { findTaken, type Taken } from './taken.ts';

export interface Import {
  /** As written: './rules.ts', '#shared/money.ts', 'zod'. */
  from: string;
  line: number;
  /** Imports only types, so nothing is loaded. */
  isType: boolean;
}

export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string;
  lines: number;
  imports: Import[];
  functions: Found[];
  declaredTables: Mention[];
  writtenTables: Mention[];
  /** Clocks, timers, randomness and outside calls that the file uses directly. */
  taken: Taken[];
  /** The file only re-exports. */
  isBarrel: boolean;
}

export interface Complaint {
  path: string;
  line: number;
  text: string;
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || path.includes('.test.');
}

/** The file that an import refers to, or undefined for a package. */
export function resolve(path: string, from: string): string | undefined {
  if (from.startsWith('#shared/')) return from.replace('#shared/', 'src/shared/');
  return from.startsWith('.') ? join(dirname(path), from) : undefined;
}

const empty = {
  imports: [],
  functions: [],
  declaredTables: [],
  writtenTables: [],
  taken: [],
  isBarrel: false,
};

const areTypes = (entries: readonly { isType: boolean }[]): boolean =>
  entries.length > 0 && entries.every(({ isType }) => isType);

/** For a file without code (CSS, HTML) only name and length are checked. */
export function readSource(path: string, text: string): Source {
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (!/\.(ts|tsx|mjs)$/.test(path)) return { path, lines, ...empty };

  const parsed = parseSync(path, text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const requests = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ ...moduleRequest, isType: areTypes(entries) })),
    ...staticExports.flatMap(({ entries }) =>
      entries
        .slice(0, 1)
        .flatMap(({ moduleRequest }) =>
          moduleRequest ? { ...moduleRequest, isType: areTypes(entries) } : [],
        ),
    ),
  ];
  const imports = requests.map(({ value, start, isType }) => ({ from: value, line: lineAt(start), isType }));
  for (const { moduleRequest } of dynamicImports) {
    const quoted = /^['"`](.*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (quoted?.[1]) imports.push({ from: quoted[1], line: lineAt(moduleRequest.start), isType: false });
  }
  const body = parsed.program.body;
  const isBarrel =
    body.length > 0 &&
    body.every((statement) => 'source' in statement && statement.source && isReExport(statement.type));
  return {
    path,
    lines,
    imports,
    functions: findFunctions(parsed.program, lineAt),
    declaredTables: findDeclared(parsed.program, lineAt),
    writtenTables: findWritten(parsed.program, lineAt),
    taken: findTaken(parsed.program, lineAt),
    isBarrel,
  };
}

function isReExport(type: string): boolean {
  return type === 'ExportAllDeclaration' || type === 'ExportNamedDeclaration';
}

// Reads what the checks need from one source file: its imports, its functions and its tables.
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'rolldown/utils';
import { type Found, findFunctions } from './functions.ts';
import { findRuntimeUses, type RuntimeUse } from './runtime-use.ts';
import { findDeclared, findWritten, type Mention } from './tables.ts';

interface Import {
  /** As written: './rules.ts', '#shared/money.ts', 'zod'. */
  from: string;
  line: number;
  /** Only types are imported, so nothing is loaded. */
  isType: boolean;
}

export interface Source {
  /** The path from the root of the repository, with forward slashes. */
  path: string;
  lines: number;
  imports: Import[];
  functions: Found[];
  declaredTables: Mention[];
  writtenTables: Mention[];
  /** Where the file uses the computer directly. */
  runtimeUses: RuntimeUse[];
  /** The file contains only re-exports. */
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

/** Returns the file that an import names, or undefined for a package. */
export function resolve(path: string, from: string): string | undefined {
  if (from.startsWith('#shared/')) return from.replace('#shared/', 'src/shared/');
  return from.startsWith('.') ? join(dirname(path), from) : undefined;
}

const empty = {
  imports: [],
  functions: [],
  declaredTables: [],
  writtenTables: [],
  runtimeUses: [],
  isBarrel: false,
};

const areTypes = (entries: readonly { isType: boolean }[]): boolean =>
  entries.length > 0 && entries.every(({ isType }) => isType);

/** Files without code (CSS, HTML) have only a name and a length. */
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
    runtimeUses: findRuntimeUses(parsed.program, lineAt),
    isBarrel,
  };
}

function isReExport(type: string): boolean {
  return type === 'ExportAllDeclaration' || type === 'ExportNamedDeclaration';
}

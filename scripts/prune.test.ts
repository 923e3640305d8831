import { describe, expect, it } from 'vitest';
import { findFolder, findNeeded } from './prune.mjs';

const packages = {
  '': { dependencies: { server: '1', auth: '1' }, devDependencies: { runner: '1' } },
  'node_modules/server': {
    dependencies: { pipe: '1' },
    optionalDependencies: { 'binary-linux': '1', 'binary-mac': '1' },
  },
  'node_modules/server/node_modules/pipe': { dependencies: { shared: '1' } },
  'node_modules/pipe': {},
  'node_modules/shared': {},
  'node_modules/binary-linux': {},
  'node_modules/auth': {
    peerDependencies: { schema: '1', runner: '1' },
    peerDependenciesMeta: { runner: { optional: true } },
  },
  'node_modules/schema': {},
  'node_modules/runner': { dependencies: { bundler: '1' } },
  'node_modules/bundler': {},
};

describe('Packages for production', () => {
  it('Production needs the server’s dependencies, its binaries and its required peers.', () => {
    expect([...findNeeded(packages)].sort()).toEqual([
      '',
      'node_modules/auth',
      'node_modules/binary-linux',
      'node_modules/schema',
      'node_modules/server',
      'node_modules/server/node_modules/pipe',
      'node_modules/shared',
    ]);
  });

  it('A package is searched in the innermost node_modules first and then in the outer ones.', () => {
    expect(findFolder(packages, 'node_modules/server', 'pipe')).toBe('node_modules/server/node_modules/pipe');
    expect(findFolder(packages, 'node_modules/auth', 'pipe')).toBe('node_modules/pipe');
    expect(findFolder(packages, 'node_modules/server/node_modules/pipe', 'shared')).toBe(
      'node_modules/shared',
    );
  });
});

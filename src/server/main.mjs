// The entrance in production. Plain JavaScript, so that an older Node, which cannot read `.ts`, is told what is missing.
const major = Number.parseInt(process.versions.node, 10);
if (major < 24) {
  process.stderr.write(`Qasid needs Node 24 or newer, this is ${process.version}. See https://nodejs.org.\n`);
  process.exit(1);
}

// What Node calls experimental is pinned and tested here; every other warning is still told.
const tell = process.listeners('warning');
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') for (const listener of tell) listener(warning);
});

await import('./main.ts');

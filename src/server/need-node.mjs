// Asked first by every entrance in production. Plain JavaScript, so that an older Node, which cannot read `.ts`, is told
// what is missing.
const major = Number.parseInt(process.versions.node, 10);
if (major < 24) {
  process.stderr.write(`Qasid needs Node 24 or newer, this is ${process.version}. See https://nodejs.org.\n`);
  process.exit(1);
}

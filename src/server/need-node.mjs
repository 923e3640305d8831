// Imported first by every entry point in production. It is plain JavaScript, because an older Node cannot read `.ts`
// and could not print this message.
const major = Number.parseInt(process.versions.node, 10);
if (major < 24) {
  process.stderr.write(`Qasid needs Node 24 or newer, this is ${process.version}. See https://nodejs.org.\n`);
  process.exit(1);
}

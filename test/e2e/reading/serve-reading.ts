/** Builds the page as the web app is built and serves it with test/vouchers to a local browser. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { build, type Rolldown } from 'vite';

const vouchers = resolve(import.meta.dirname, '../../vouchers');

const kinds: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** The files of the page by their paths; nothing is written to the disk. */
async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  const built = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { write: false, target: 'es2022' },
  })) as Rolldown.RolldownOutput;
  return new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}

async function findVoucher(address: string): Promise<Uint8Array | undefined> {
  const path = resolve(join(vouchers, address.slice('/vouchers'.length)));
  return path.startsWith(`${vouchers}${sep}`) ? readFile(path).catch(() => undefined) : undefined;
}

export type Served = { address: string; stop: () => Promise<void> };

export async function serveReading(): Promise<Served> {
  const page = await buildPage();
  const serve = async (address: string, answer: ServerResponse): Promise<void> => {
    const found = address.startsWith('/vouchers/') ? await findVoucher(address) : page.get(address);
    const kind = kinds[extname(address)] ?? 'application/octet-stream';
    answer.writeHead(found ? 200 : 404, { 'content-type': kind }).end(found);
  };
  const server = createServer(
    ({ url = '/' }, answer) => void serve(url === '/' ? '/index.html' : url, answer),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

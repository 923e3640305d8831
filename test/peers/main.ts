// The fake Graph server for `npm run dev`: `node test/peers/main.ts`. GRAPH_PORT sets its port.
import { describeValues } from './graph/page.ts';
import { startGraph } from './graph.ts';

const start = (port: number) =>
  startGraph({
    port,
    delays: { sent: 400, delivered: 1500, read: 5000 },
    // Long enough to see the pending state, and short enough to wait for.
    reviewAfter: 20_000,
  });

// The same port each day where it is free, so that a connected campus stays connected.
const graph = await start(Number(process.env.GRAPH_PORT ?? 3900)).catch(() => start(0));

console.log(
  `The fake Graph server is at ${graph.url} (messages sent, templates, parents). To connect a campus to it:`,
);
for (const line of describeValues(graph)) console.log(`  ${line}`);
process.send?.({ url: graph.url });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void graph.close().then(() => process.exit(0));
  });
}
process.once('disconnect', () => process.exit(0));

/** A program that sends to a fake Graph API of WhatsApp, and the fake. */
import { type Graph, startGraph } from '../peers/graph.ts';
import { password } from './fixtures.ts';
import { test as base } from './spec/desk.ts';

export type { Graph };

export const test = base.extend<object, { graph: Graph }>({
  graph: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says by its pattern what it needs
    async ({}, use) => {
      const graph = await startGraph();
      await use(graph);
      await graph.close();
    },
    { scope: 'worker' },
  ],
  extraEnv: [
    async ({ graph }, use) => use({ ADMIN_PASSWORD: password, WHATSAPP_GRAPH_URL: graph.url }),
    { scope: 'worker' },
  ],
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const toServer = ['/api', '/webhooks', '/files', '/healthz', '/readyz', '/metrics'];

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A request costs a phone more than a few kilobytes do: what every visit needs comes in one file, what
          // sign-in adds in one, and what the desk adds in one. Each takes along what its modules import.
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'entrance', test: /[\\/]screens[\\/](sign-in|set-up)\.tsx$/ },
            { name: 'desk', test: /[\\/]screens[\\/](entered|send-messages)\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    // The browser keeps its own Host, so that sign-in sees the same origin as the page.
    proxy: Object.fromEntries(toServer.map((path) => [path, { target: server, changeOrigin: false }])),
  },
});

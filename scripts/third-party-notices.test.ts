import { expect, it } from 'vitest';
import { notScreens } from '../src/shared/not-screens.ts';
import { collectNotices, formatNotices, importedPackages } from './third-party-notices.ts';

it('The notices contain every licence of the web app and the server, but not those of build tools.', () => {
  const text = collectNotices();
  for (const title of ['react (MIT)', '@mantine/core (MIT)', 'fastify (MIT)', 'sharp (Apache-2.0)'])
    expect(text.split('\n')).toContain(title);
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).not.toMatch(/^(vitest|vite|typescript|@biomejs\/biome|@playwright\/test) \(/m);
  expect(text).not.toContain('(see its home page)');
});

it('Every form of import is found in the sources.', () => {
  const texts = [
    "import { useQuery } from '@tanstack/react-query';\nimport React from 'react';",
    "const later = () => import('recharts/es6/chart.js');\nimport { join } from 'node:path';\nimport './own.ts';",
    "@import '@mantine/core/styles.css';",
  ];
  const packages = {
    '@tanstack/react-query': '1',
    react: '1',
    recharts: '1',
    '@mantine/core': '1',
    vite: '1',
  };
  expect(importedPackages(texts, packages)).toEqual([
    '@mantine/core',
    '@tanstack/react-query',
    'react',
    'recharts',
  ]);
});

it('A licence text that several packages share appears once, below all their names.', () => {
  const notices = [
    { title: 'b (MIT)', text: 'Free.' },
    { title: 'a (ISC)', text: 'Free too.' },
    { title: 'a (MIT)', text: 'Free.' },
  ];
  expect(
    formatNotices(notices)
      .split(/\n\n=+\n\n/)
      .slice(1),
  ).toEqual(['a (ISC)\n\nFree too.', 'a (MIT)\nb (MIT)\n\nFree.\n']);
});

it('The service worker does not answer requests for the licence notices, so they come from the server.', () => {
  expect(notScreens.test('/third-party-notices.txt')).toBe(true);
});

import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

// A test that expects an error replaces this function with vi.spyOn(console, 'error').mockReturnValue().
let complaints: string[] = [];
console.error = (...words: unknown[]) => void complaints.push(format(...words));

beforeEach(() => {
  complaints = [];
});

afterEach(() => {
  if (complaints.length > 0) throw new Error(`unexpected console.error:\n${complaints.join('\n')}`);
});

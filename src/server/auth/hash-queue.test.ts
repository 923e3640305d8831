import { expect, it } from 'vitest';
import { createHashQueue, type HashOwner } from './hash-queue.ts';

const others = (owner: string): HashOwner => ({ line: 'others', owner });
const trusted = (owner: string): HashOwner => ({ line: 'trusted', owner });

/** A queue whose hashes end when the test says so. `begun` has the names of the hashes in the order of their start. */
function controlled(size: { atOnce: number; most: number }) {
  const queue = createHashQueue(size);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (owner: HashOwner, name: string) => {
    const done = queue(owner, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
    return done.catch(({ code }) => {
      expect(code).toBe('tooMany');
      refused.push(name);
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { add, end, begun, refused };
}

it('The hash queue runs two hashes at once and the others of one owner in order.', async () => {
  const { add, end, begun } = controlled({ atOnce: 2, most: 9 });
  for (const name of ['1', '2', '3', '4']) void add(others('a'), name);
  expect(begun).toEqual(['1', '2']);
  await end('2');
  expect(begun).toEqual(['1', '2', '3']);
  await end('1');
  expect(begun).toEqual(['1', '2', '3', '4']);
});

it('The hash queue serves known browsers first.', async () => {
  const { add, end, begun } = controlled({ atOnce: 1, most: 9 });
  for (const name of ['1', '2', '3']) void add(others('a'), name);
  void add(trusted('owner'), 'owner');
  await end('1');
  await end('owner');
  await end('2');
  expect(begun).toEqual(['1', 'owner', '2', '3']);
});

it.each([trusted, others])('In each line of the hash queue the owners take turns.', async (line) => {
  const { add, end, begun } = controlled({ atOnce: 1, most: 9 });
  for (const name of ['a1', 'a2', 'a3']) void add(line('a'), name);
  for (const name of ['b1', 'b2']) void add(line('b'), name);
  void add(line('c'), 'c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('When the hash queue is full, the owner with the most hashes loses the newest.', async () => {
  const { add, end, begun, refused } = controlled({ atOnce: 1, most: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(others('a'), name);
  await add(others('a'), 'a5');
  expect(refused).toEqual(['a5']);
  void add(others('b'), 'b1');
  void add(others('c'), 'c1');
  await new Promise(setImmediate);
  expect(refused).toEqual(['a5', 'a4', 'a3']);
  // All have one: the newcomer is refused.
  await add(others('d'), 'd1');
  expect(refused).toEqual(['a5', 'a4', 'a3', 'd1']);
  // The line of known browsers is another one.
  void add(trusted('owner'), 'owner');
  for (const name of ['a1', 'owner', 'a2', 'b1']) await end(name);
  expect(begun).toEqual(['a1', 'owner', 'a2', 'b1', 'c1']);
});

it('The hash queue continues after a failed hash.', async () => {
  const queue = createHashQueue({ atOnce: 1, most: 1 });
  const failing = queue(others('a'), () => Promise.reject(new Error('no')));
  const next = queue(others('a'), async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

/** What a parent wishes holds from when it was written, in whatever order it is told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, reasonOf, sayReason } from '#shared/reasons.ts';
import { standstillWords } from '#shared/words/pace.ts';
import { listOptedOut } from '../../src/server/outbox/opt-outs/queries.ts';
import { nextSlug } from '../races/one-message.ts';
import { callingProvider, connectCalling, parentNumber } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const stop = 'band karain';
const start = 'shuru karain';

describe.each(engines)('a wish that is told late on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  /** Each is told a minute after the one before; `written` says how many seconds ago, from the first. */
  it.each([
    ['STOP and then START, both late', [stop, -300], [start, -200], false],
    ['START told after it, written after STOP and before that was told', [stop, -60], [start, -30], false],
    ['STOP told after START, written before it', [start, -30], [stop, -60], true],
    ['STOP written after START, before that was told', [start, -60], [stop, -30], true],
    ['START written before STOP, told after it', [stop, -30], [start, -60], true],
  ] as const)('%s', async (_what, first, second, isOut) => {
    const campus = await world.school(nextSlug());
    const { tell } = await connectCalling(world, campus);
    const from = outside.now.getTime();
    const wroteAt = ([text, seconds]: readonly [string, number]) =>
      wrote(text, { at: new Date(from + seconds * 1000) });
    // One who is out already has something to begin again.
    if (first[0] === start) await tell(wroteAt([stop, -3600]));
    await tell(wroteAt(first));
    outside.pass(60);
    await tell(wroteAt(second));
    const expected = first[0] === start && second[1] < first[1] ? false : isOut;
    expect((await listOptedOut(campus.scope)).has(parentNumber)).toBe(expected);
  });
});

describe.each(engines)('a wish that overtakes the one before it on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  /** All that the parent ever said, in the order in which it is told; `written` in seconds from the first. */
  it.each([
    [
      'START told before the only STOP',
      [
        [start, -30],
        [stop, -60],
      ],
      false,
    ],
    [
      'START told before the STOP that follows an earlier START',
      [
        [stop, -90],
        [start, -80],
        [start, -30],
        [stop, -60],
      ],
      false,
    ],
    [
      'two of each, told from the last to the first',
      [
        [start, -30],
        [stop, -60],
        [start, -80],
        [stop, -90],
      ],
      false,
    ],
    [
      'STOP written after a START that ended nothing',
      [
        [start, -60],
        [stop, -30],
      ],
      true,
    ],
    [
      'STOP and START of one second, told the other way round',
      [
        [start, -30],
        [stop, -30],
      ],
      true,
    ],
  ] as const)('%s', async (_what, told, isOut) => {
    const campus = await world.school(nextSlug());
    const { tell } = await connectCalling(world, campus);
    const from = outside.now.getTime();
    for (const [text, seconds] of told) {
      await tell(wrote(text, { at: new Date(from + seconds * 1000) }));
      outside.pass(1);
    }
    expect((await listOptedOut(campus.scope)).has(parentNumber)).toBe(isOut);
  });
});

it('a notice does not end twice', () => {
  const why = reasonOf('cloudTrouble');
  const reason = bodyOf(why);
  for (const notice of [
    sayReason(reasonOf('guard', { failures: 10, reason })),
    sayReason(reasonOf('template', { reason })),
    standstillWords.stopped(sayReason(why)),
  ])
    expect(notice).not.toContain('..');
});

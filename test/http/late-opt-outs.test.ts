/** STOP and START hold from the time they were written, in whatever order they arrive. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeReason, parseReason, sayReason } from '#shared/messages/reasons.ts';
import { standstillWords } from '#shared/words/whatsapp-number.ts';
import { listOptedOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { nextSlug } from '../races/one-message.ts';
import { callingProvider, connectCalling, parentNumber } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const stop = 'band karain';
const start = 'shuru karain';

describe.each(engines)('STOP and START that arrive late on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  /**
   * Each message arrives a minute after the one before. The number is the time of its writing, in seconds from the
   * start.
   */
  it.each([
    ['STOP and then START, both late', [stop, -300], [start, -200], false],
    ['START arrives after STOP, written after STOP and before its arrival', [stop, -60], [start, -30], false],
    ['STOP arrives after START, written before it', [start, -30], [stop, -60], true],
    ['STOP written after START, before its arrival', [start, -60], [stop, -30], true],
    ['START written before STOP, arrives after it', [stop, -30], [start, -60], true],
  ] as const)(
    'The opt-out follows the times of writing when STOP or START arrives late: %s.',
    async (_what, first, second, isOut) => {
      const campus = await world.school(nextSlug());
      const { tell } = await connectCalling(world, campus);
      const from = outside.now.getTime();
      const wroteAt = ([text, seconds]: readonly [string, number]) =>
        wrote(text, { at: new Date(from + seconds * 1000) });
      // START needs an earlier STOP to end.
      if (first[0] === start) await tell(wroteAt([stop, -3600]));
      await tell(wroteAt(first));
      outside.pass(60);
      await tell(wroteAt(second));
      const expected = first[0] === start && second[1] < first[1] ? false : isOut;
      expect((await listOptedOut(campus.scope)).has(parentNumber)).toBe(expected);
    },
  );
});

describe.each(engines)('STOP and START in the wrong order on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  /**
   * All messages of the parent in the order of arrival, each with the time of its writing in seconds from the start.
   */
  it.each([
    [
      'START arrives before the only STOP',
      [
        [start, -30],
        [stop, -60],
      ],
      false,
    ],
    [
      'START arrives before the STOP that follows an earlier START',
      [
        [stop, -90],
        [start, -80],
        [start, -30],
        [stop, -60],
      ],
      false,
    ],
    [
      'two of each arrive from the last to the first',
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
      'STOP and START of one second arrive the other way round',
      [
        [start, -30],
        [stop, -30],
      ],
      true,
    ],
  ] as const)(
    'The opt-out follows the times of writing when messages arrive in the wrong order: %s.',
    async (_what, written, isOut) => {
      const campus = await world.school(nextSlug());
      const { tell } = await connectCalling(world, campus);
      const from = outside.now.getTime();
      for (const [text, seconds] of written) {
        await tell(wrote(text, { at: new Date(from + seconds * 1000) }));
        outside.pass(1);
      }
      expect((await listOptedOut(campus.scope)).has(parentNumber)).toBe(isOut);
    },
  );
});

it('No sentence of a notice ends with two full stops.', () => {
  const why = makeReason('cloudTrouble');
  const reason = parseReason(why);
  for (const notice of [
    sayReason(makeReason('guard', { failures: 10, reason })),
    sayReason(makeReason('template', { reason })),
    standstillWords.stopped(sayReason(why)),
  ])
    expect(notice).not.toContain('..');
});

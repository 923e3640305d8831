/** A message that failed is sent to another number of its family, and that is taken back. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

const absent = '0300-1234500';

describe.each(engines)('a number that was overwritten to send again on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const messages = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['number', 'status'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();

  /** What the page does for *Send to other number*; answers the correction. */
  async function sendToOther(to: string) {
    const group = await here.campus.group({ bills: [makeBill({ number: absent })] });
    const { broadcastID } = await here.campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
    await here.world.work();
    const { items } = await here.clerk.get(calls.listSendFailures, { params: { id: broadcastID } });
    const [failed] = items;
    const { correctionID } = await here.clerk.get(calls.correctNumber, {
      body: { from: failed.number, to },
    });
    const { changed } = await here.clerk.get(calls.retryOutbox, { body: { ids: [failed.id] } });
    expect(changed).toBe(1);
    return { correctionID, billID: group.bills[0]?.id ?? 0, broadcastID };
  }
  const undo = (correctionID: number) => here.clerk.get(calls.undoCorrection, { body: { correctionID } });
  const numberOf = async (id: number): Promise<string> =>
    (await here.clerk.get(calls.getBill, { params: { id } })).number;

  it('Undo restores the number of the bill, and a message that still waits is not sent to the other number.', async () => {
    const other = freshNumber();
    const { correctionID, billID } = await sendToOther(other);
    expect(await numberOf(billID)).toBe(other);
    expect(await undo(correctionID)).toMatchObject({ bills: 1 });
    expect(await numberOf(billID)).toBe(absent);
    await here.world.work();
    await here.world.work();
    const e164 = `+92${other.replaceAll('-', '').slice(1)}`;
    const gone = (await messages()).filter(({ number, status }) => number === e164 && status !== 'skipped');
    expect(gone).toEqual([]);
  });

  it('Undo after the message was sent restores the number of the bill, and nobody gets the message twice.', async () => {
    const other = freshNumber();
    const { correctionID, billID } = await sendToOther(other);
    await here.world.work();
    expect(await undo(correctionID)).toMatchObject({ bills: 1 });
    expect(await numberOf(billID)).toBe(absent);
    await here.world.work();
    const read = (await messages()).filter(({ status }) => status === 'read');
    expect(read).toHaveLength(1);
  });
});

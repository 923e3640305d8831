/** A whole Qasid as a process of its own, made to be killed. The test tells it the place, the recorder and the time. */
import { start } from '../../src/server/start.ts';
import type { FaultOrder, FaultPlace } from './fault-process.ts';
import { recordingProvider } from './recording-provider.ts';

const { config, recorder, clockAhead } = JSON.parse(process.env.FAULT_PLACE ?? '') as FaultPlace;
let ahead = clockAhead;
const now = () => new Date(Date.now() + ahead);

const running = await start(config, { providers: { demo: recordingProvider(recorder, now) }, now });
process.on('message', (order: FaultOrder) => {
  if (order.clockAhead !== undefined) ahead = order.clockAhead;
  if (!order.stop) return;
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
// Nothing is left behind when the test itself is ended.
process.on('disconnect', () => process.exit(1));
process.send?.({ address: running.address });

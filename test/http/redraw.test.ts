/** Pictures and svg drawings that need endless work are refused, and no other request waits for them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import { isSvg } from '../../src/server/platform/files/content.ts';
import type { Drawable } from '../../src/server/platform/files/pictures.ts';
import { engines } from '../support/engines.ts';
import type { Answered } from '../support/world.ts';
import { type Caller, callerOf, freshSlug, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { fileForm, pixel } from './sample-inputs.ts';

const drawing = (inside: string, side = 6000) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${inside}</svg>`);

const noise = '<feTurbulence baseFrequency=".5" numOctaves="9999"/>';
const filtered = (steps: string) =>
  drawing(
    `<filter id="f" x="0" y="0" width="1" height="1">${steps}</filter><rect width="6000" height="6000" filter="url(#f)"/>`,
  );
/** Repeated noise: some 30 s of work in less than a kilobyte. */
const endless = filtered(noise.repeat(40));
/** Each level shows the previous one ten times. */
const nested = drawing(
  `<defs><rect id="a0" width="9" height="9"/>${[1, 2, 3, 4, 5, 6, 7]
    .map((level) => `<g id="a${level}">${`<use href="#a${level - 1}"/>`.repeat(10)}</g>`)
    .join('')}</defs><use href="#a7"/>`,
  300,
);
const floods = Array.from({ length: 60 }, (_, at) => at);
/** Sixty layers of 144 MB, all needed at the end. */
const greedy = filtered(
  floods.map((at) => `<feFlood flood-color="red" flood-opacity=".${at + 10}" result="r${at}"/>`).join('') +
    `<feMerge>${floods.map((at) => `<feMergeNode in="r${at}"/>`).join('')}</feMerge>`,
);

/** 7000 x 7000 pixels in 1.8 kB; drawing it takes a gigabyte. */
const bomb = await readFile('test/http/bomb.avif');
/** A photo of a phone. */
const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

async function startDrawing(what: Drawable) {
  const child = fork('src/server/platform/files/draw.ts', [what], {
    serialization: 'advanced',
    stdio: 'ignore',
  });
  expect(await once(child, 'message')).toEqual(['ready', undefined]);
  return child;
}

describe.each(engines)('Redrawing pictures on %s', (engine) => {
  const here = useCampus(engine);
  const upload = (bytes: Buffer, { ask } = here.clerk) =>
    ask(calls.uploadFile, { body: fileForm(bytes, { type: 'image/svg+xml' }) });
  /** A person of another school. */
  const anybody = async (): Promise<Caller> => {
    const campus = await here.world.school(freshSlug());
    return callerOf(here.world, campus, await campus.user());
  };

  it('Endless drawings are refused, and other calls and files do not wait for them.', async () => {
    const { path } = await here.clerk.get(calls.uploadFile, { body: fileForm(pixel) });
    const answered: Answered[] = [];
    // A person has two uploads at the same time, so these come from three schools.
    const others = await Promise.all([anybody(), anybody(), anybody()]);
    const sent = [endless, nested, greedy, greedy, greedy, greedy].map(async (bytes, at) => {
      const caller = others[at % others.length] ?? here.clerk;
      answered.push(await upload(bytes, caller));
    });
    // Drawings are drawn one after another, and one too many is refused at once.
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expectFailure(answered[0] as Answered, 'unavailable');
    expect(answered[0]?.body.message).toBe(failureWords.drawingsWait);
    for (let round = 0; round < 3; round += 1) {
      await here.clerk.get(calls.listGroups);
      const authorization = `Bearer ${here.clerk.token}`;
      const file = await fetch(`${here.world.address}${path[0]}`, { headers: { authorization } });
      expect(file.status).toBe(200);
    }
    await here.clerk.get(calls.uploadFile, { body: fileForm(pixel) });
    expect(answered.length).toBeLessThan(sent.length);
    await Promise.all(sent);
    for (const one of answered.slice(1)) {
      expectFailure(one, 'unsupported');
      expect([failureWords.drawingTooHard, failureWords.fileBroken]).toContain(one.body.message);
    }
    expect((await upload(drawing('<rect width="9" height="9"/>', 40))).status).toBe(200);
  }, 90_000);

  it('Pictures that take too much memory are refused, and others uploaded at the same time are not.', async () => {
    const answered = await Promise.all([bomb, pixel, bomb, photo, pixel].map((bytes) => upload(bytes)));
    expect(answered.map(({ status }) => status)).toEqual([415, 200, 415, 200, 200]);
    expect(answered[0]?.body.message).toBe(failureWords.pictureTooHard);
  }, 60_000);

  it('A picture whose process could not be started can be uploaded again.', async () => {
    const { execPath } = process;
    process.execPath = '/no/such/program';
    const answered = await upload(pixel).finally(() => {
      process.execPath = execPath;
    });
    expectFailure(answered, 'unavailable');
    expect(answered.body.message).toBe(failureWords.notDrawn);
    expect((await upload(pixel)).status).toBe(200);
  });
});

describe('Drawing process', () => {
  it('A drawing process is killed when it takes too much memory.', async () => {
    const child = await startDrawing('drawing');
    child.send(greedy);
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });

  it('A process for pictures refuses an svg.', async () => {
    const child = await startDrawing('picture');
    child.send(drawing('', 40));
    expect(await once(child, 'message')).toEqual([{ refused: failureWords.fileType }, undefined]);
    child.kill();
  });

  it.each(['utf8', 'utf16le'] as const)('An svg is recognised in %s.', (encoding) => {
    const text = `\ufeff<?xml version="1.0"?>\n<!-- a school -->\n<SVG xmlns="http://www.w3.org/2000/svg"/>`;
    expect(isSvg(Buffer.from(text, encoding))).toBe(true);
    expect(isSvg(Buffer.from('\xff\xd8\xff\xe1 made from <svg', 'latin1'))).toBe(false);
  });
});

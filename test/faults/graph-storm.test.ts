/**
 * Runs the whole program against the fake Graph server while every fifth message fails, in every way that exists. At
 * the end each message has an outcome, none is lost, none went twice, and no limit was exceeded. STORM_MESSAGES sets
 * the number of messages; FAULT_SEED repeats a run.
 */
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Accepted } from '../peers/graph/messages.ts';
import { acceptedTwice } from '../peers/graph.ts';
import { engines } from '../support/engines.ts';
import { ask } from '../support/fault-clerk.ts';
import { seed } from '../support/fault-place.ts';
import { read } from '../support/fault-store.ts';
import { approve, fill, haveWritten, openStorm } from '../support/storm-desk.ts';
import { findWrongs, unanswered } from '../support/storm-findings.ts';
import { faults, weather } from '../support/storm-weather.ts';

const messages = Number(process.env.STORM_MESSAGES ?? 300);
/** Few enough people that the send has to wait for the next day. */
const tier = messages > 2500 ? 'TIER_2K' : 'TIER_250';
const patience = 120_000 + messages * 150;

const text = 'Dear parent, the fee voucher {{invNo}} of {{name}} is due on {{dueDate}}. Please pay in time.';

describe.each(engines)('Storm of faults on %s', (engine) => {
  it(`A send of ${messages} messages through a storm of WhatsApp faults loses none and sends none twice.`, {
    timeout: patience + 60_000,
  }, async () => {
    const storm = await openStorm(engine === 'postgres' ? inject('postgresUrl') : undefined, tier);
    onTestFinished(storm.close);
    const { graph, counter, running } = storm;
    const templateID = await approve(storm, text);
    const groupID = await fill(storm, messages);
    await haveWritten(storm, Math.ceil(messages / 20));
    const sent = { message: text, templateID, groupIDs: [groupID] };
    expect(await ask(counter, calls.sendToGroups, sent)).toMatchObject({ queued: messages, skipped: [] });
    const mended = await weather(storm, { seed, messages, patience });

    const left = await read(running.deps.store);
    const hint = `FAULT_SEED=${seed}`;
    expect(left.messages, hint).toHaveLength(messages);
    const wrongs = findWrongs(left, graph);
    expect(wrongs.slice(0, 20), `${wrongs.length} wrongs, ${hint}`).toEqual([]);
    expect(
      acceptedTwice(graph.accepted, ({ opaque }) => opaque),
      hint,
    ).toEqual([]);
    // The sender kept the limits by waiting, so the fake never had to refuse.
    expect(graph.counts.refused, hint).toEqual({ throughput: 0, pair: 0, window: 0 });
    expect(graph.counts.people, hint).toMatchObject({ exceededBy: 0 });

    // The run must have met faults, or it would prove nothing.
    const came = new Set<string | undefined>(graph.accepted.map(({ fault }) => fault));
    for (const { fault } of graph.lost) came.add(fault);
    expect(graph.accepted.filter(({ fault }) => unanswered.includes(fault)).length, hint).toBeGreaterThan(0);
    expect(graph.lost.length, hint).toBeGreaterThan(0);
    expect(came.size, hint).toBeGreaterThan(new Set(faults.map(({ kind }) => kind)).size / 2);
    expect(graph.counts.people.most, hint).toBeGreaterThan(graph.counts.people.allowed * 0.8);
    expect(mended, hint).toBeGreaterThan(1);
    const codes = graph.refused.map(({ code }) => code);
    expect(codes, hint).toEqual(expect.arrayContaining([130429, 131048, 132015, 190]));
    const byText = (one: Accepted) => one.type === 'text';
    expect(graph.accepted.some(byText) && !graph.accepted.every(byText), hint).toBe(true);
  });
});

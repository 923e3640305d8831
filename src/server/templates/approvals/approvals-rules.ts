/** Decides what is submitted for a template, and when WhatsApp is asked for its decision. Pure. */

import { createHash } from 'node:crypto';
import type { Approval, submitTemplate } from '#shared/calls/approvals.ts';
import { type Fillable, numbered, slotsIn, valuesFor, withCampus } from '#shared/messages/placeholders.ts';
import { codeOf, makeReason, sayReason } from '#shared/messages/reasons.ts';
import { templateProblems } from '#shared/messages/template-problems.ts';
import { cutText } from '#shared/text/cut-text.ts';
import { exampleValues, submissionWords } from '#shared/words/templates.ts';
import type { Deps } from '../../deps.ts';
import type { ProviderTemplate, TemplateDraft } from '../../whatsapp/templates.ts';
import type { listSubmitted, ToApprove } from './approvals-queries.ts';

/** Lets other features react to a sync of templates. Returns how many broadcasts were changed. */
export type Approved = (deps: Deps) => Promise<number>;

export type Submitted = Awaited<ReturnType<typeof listSubmitted>>[number];
export type SubmitRequest = { templateID: number } & (typeof submitTemplate.body)['_output'];

/** WhatsApp's limit for a footer. */
const longestFooter = 60;
const longestSlug = 60;

/**
 * Returns a name such as `fee_due_3_ab12`. A name is never used twice, even for another version of the same template.
 */
function nameFor(title: string, templateID: number, version: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, longestSlug)
    .replace(/_+$/, '');
  const mark = createHash('sha256').update(version).digest('hex').slice(0, 4);
  return `${slug || 'template'}_${templateID}_${mark}`;
}

/** Returns the values of the bill, or typical values for those that the bill does not have. */
function examplesFor(text: string, bills: readonly Fillable[]): string[] {
  const { values, missing } = valuesFor(text, bills);
  return slotsIn(text).map((names, at) => {
    const value = names.some((name) => missing.includes(name)) ? undefined : values[at];
    return value ?? names.map((name) => exampleValues[name]).join(' ');
  });
}

export function draftOf(
  { id, title, message, media }: ToApprove,
  request: SubmitRequest,
  about: { bills: readonly Fillable[]; campus: { id: number; name: string }; now: string },
): TemplateDraft {
  const { language, category, stopButton } = request;
  const text = withCampus(message, about.campus.name);
  const version = JSON.stringify([about.campus.id, about.now, message, media, language]);
  return {
    name: nameFor(title, id, version),
    language,
    category,
    body: numbered(text),
    examples: examplesFor(text, about.bills),
    media,
    footer: cutText(about.campus.name.trim(), longestFooter).trim(),
    buttons: stopButton ? [submissionWords.stopButton] : [],
  };
}

/**
 * Converts a template for the screen. An unchanged template that waits for a decision or is approved has no `problems`.
 */
export function toApproval(template: ToApprove, campus: string): Approval {
  const { id, message, media, state, reason, submitted, submittedMedia } = template;
  const isCurrent = submitted === message && submittedMedia === media;
  const isInReview = isCurrent && (state === 'pending' || state === 'approved');
  return {
    templateID: id,
    state: state ?? 'none',
    reason: reason ? sayReason(reason) : '',
    reasonCode: reason ? codeOf(reason) : null,
    name: template.name ?? '',
    language: template.language ?? '',
    category: template.category ?? '',
    isCurrent,
    submittedAt: template.submittedAt,
    syncedAt: template.syncedAt,
    problems: isInReview ? [] : templateProblems({ message, media }, campus),
  };
}

/** A template that was submitted less than this many milliseconds ago may be missing from WhatsApp's list. */
const listDelay = 3_600_000;

/** Returns WhatsApp's decision about a submission. A template that WhatsApp no longer lists cannot be used. */
export function approvalChangeOf(
  approval: Submitted,
  listed: readonly ProviderTemplate[],
  now: Date,
): Pick<Submitted, 'state' | 'reason' | 'category'> {
  const { name, language, state, reason, category } = approval;
  const found = listed.find((one) => one.name === name && one.language === language);
  if (found) return { state: found.status, reason: found.reason ?? '', category: found.category || category };
  const isNew = now.getTime() - Date.parse(approval.submittedAt) < listDelay;
  return isNew
    ? { state, reason, category }
    : { state: 'disabled', reason: makeReason('approvalGone'), category };
}

/** Milliseconds between two syncs of a campus: with an undecided submission, and without one. */
const syncOften = 5 * 60_000;
const syncSeldom = 6 * 3_600_000;

/** Tells whether a campus must be synced now. `triedAt` is when this process last tried, even if it got no answer. */
export function isSyncDue(
  { waiting, lastSyncAt }: { waiting: number; lastSyncAt: string | null },
  { triedAt, now }: { triedAt: Date | undefined; now: Date },
): boolean {
  const last = Math.max(lastSyncAt === null ? 0 : Date.parse(lastSyncAt), triedAt?.getTime() ?? 0);
  const wait = waiting > 0 || lastSyncAt === null ? syncOften : syncSeldom;
  // A time in the future was written by a clock that was ahead, so it must not delay the sync.
  return Math.abs(now.getTime() - last) >= wait;
}

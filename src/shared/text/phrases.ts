/** Phrases inside other sentences: counts, sizes, durations. */

export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Bytes as a person reads them: `4,999.5 MB`. */
export const inMegabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`;

const pluralOrNothing = (count: number, one: string, many: string): string =>
  count > 0 ? plural(count, one, many) : '';

/** An approximate duration in its two largest units: `1 hour 11 minutes`, `2 days 3 hours`. */
export function sayDuration(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  const hours = minutes < 24 * 60 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  const parts =
    hours < 24
      ? [pluralOrNothing(hours, 'hour', 'hours'), pluralOrNothing(minutes % 60, 'minute', 'minutes')]
      : [
          pluralOrNothing(Math.floor(hours / 24), 'day', 'days'),
          pluralOrNothing(hours % 24, 'hour', 'hours'),
        ];
  return parts.filter(Boolean).join(' ');
}

/** A sentence without its full stop, for use inside another sentence. */
export const withoutStop = (sentence: string): string => sentence.replace(/[.\s]+$/, '');

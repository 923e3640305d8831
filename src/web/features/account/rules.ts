import { accountWords } from '#shared/words/settings.ts';

/** What each browser and system says of itself; the first that is found counts, as most claim to be several. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iPhone or iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const find = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** `Chrome on Windows`, of what a browser says of itself. */
export function sayDevice(userAgent: string): string {
  if (userAgent === '') return accountWords.unknownDevice;
  const browser = find(browsers, userAgent);
  if (!browser) return accountWords.program;
  return accountWords.device(browser, find(systems, userAgent) ?? '');
}

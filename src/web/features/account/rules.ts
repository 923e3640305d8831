import { accountWords } from '#shared/words/settings.ts';

/** The first pattern that matches decides, because most user agents name several browsers or systems. */
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

/** A name such as `Chrome on Windows`, from the user agent. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return accountWords.unknownDevice;
  const browser = find(browsers, userAgent);
  if (!browser) return accountWords.program;
  return accountWords.device(browser, find(systems, userAgent) ?? '');
}

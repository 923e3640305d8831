/** Country codes of ISO 3166 with two letters, such as `PK`, whose phone numbers can be read. */
import { getCountries } from 'libphonenumber-js/max';

const countries: ReadonlySet<string> = new Set(getCountries());

export const isCountry = (code: string): boolean => countries.has(code);

export const listCountries = (): string[] => [...countries];

import { formatPhoneNumber } from '#shared/text/say-number.ts';
import { useSession } from './session.ts';

/** Formats a number as people in the campus's country write it. */
export function useSayNumber(): (number: string) => string {
  const { country } = useSession();
  return (number) => formatPhoneNumber(number, country);
}

import { formatPhoneNumber, formatTypedNumbers } from '#shared/text/say-number.ts';
import { useSession } from './session.ts';

/** Formats a number, or numbers as a person typed them, as people in the campus's country write them. */
export function useSayNumber(): (number: string) => string {
  const { country } = useSession();
  return (number) => formatTypedNumbers(formatPhoneNumber(number, country), country);
}

import { expect, it } from 'vitest';
import { mayShowPayment } from './to-confirm.ts';

it.each([
  ['image/jpeg', true],
  ['image/png; name=x', true],
  ['application/pdf', true],
  ['/files/1-aaaaaaaaaaaaaaaaaaaaaaaa.jpg', true],
  ['/files/1-aaaaaaaaaaaaaaaaaaaaaaaa.pdf', true],
  ['', false],
  // A sticker.
  ['image/webp', false],
  ['video/mp4', false],
  ['audio/ogg', false],
  ['application/msword', false],
  ['/files/1-aaaaaaaaaaaaaaaaaaaaaaaa.mp4', false],
])('Media %j may show a payment: %s.', (media, may) => expect(mayShowPayment(media)).toBe(may));

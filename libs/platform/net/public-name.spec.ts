import { expect, it } from 'vitest';
import { isPublicName } from './public-name.js';

it.each(['example.com', 'shop.example', 'xn--mller-kva.de', 'localhost.example.com', 'mylocal.com', 'test.de'])(
  'The name %s may be found by everybody',
  (name) => expect(isPublicName(name)).toBe(true),
);

it.each([
  'localhost',
  'shop',
  'a.localhost',
  'shop.invalid',
  'printer.local',
  'a.test',
  'router.home.arpa',
  'db.internal',
  '127.0.0.1',
  '192.0.2.1',
  '[::1]',
  '[2001:db8::1]',
  '',
])('The name %j is found by nobody outside', (name) => expect(isPublicName(name)).toBe(false));

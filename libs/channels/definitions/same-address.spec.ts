import { describe, expect, it } from 'vitest';
import { isSameAddress } from './same-address.js';

describe('isSameAddress', () => {
  it.each([
    ['email', 'Ann@Example.com', 'ann@example.com', true],
    ['email', 'ann@xn--exmple-cua.de', 'ann@exämple.de', true],
    ['email', 'bob@example.com', 'ann@example.com', false],
    ['email', 'ann@example.com.evil.example', 'ann@example.com', false],
    ['sms', '+905321234567', '+905321234567', true],
    ['sms', '905321234567', '+905321234567', true],
    ['sms', '+905321234568', '+905321234567', false],
    ['whatsapp', '+5215512345678', '+525512345678', true],
    ['whatsapp', '+551187654321', '+5511987654321', true],
    ['whatsapp', '+552187654321', '+5511987654321', false],
    ['whatsapp', '+551112345678', '+5511912345678', true],
    ['whatsapp', '+5491112345678', '+541112345678', true],
    ['whatsapp', '+905321234567', '+495321234567', false],
    ['chat', 'telegram:1', 'telegram:1', true],
    ['chat', 'telegram:1', 'telegram:10', false],
  ] as const)('The %s address %s of a report is compared with %s: %s', (kind, reported, stored, expected) => {
    expect(isSameAddress(kind, reported, stored)).toBe(expected);
  });
});

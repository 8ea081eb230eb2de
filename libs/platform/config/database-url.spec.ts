import { describe, expect, it } from 'vitest';
import { checkCertificate } from './database-url.js';

describe('checkCertificate', () => {
  it.each([
    ['postgres://a:b@host/db?sslmode=require', 'postgres://a:b@host/db?sslmode=verify-full'],
    ['postgres://a:b@host/db?x=1&sslmode=prefer&y=2', 'postgres://a:b@host/db?x=1&sslmode=verify-full&y=2'],
    ['postgres://a:b@host/db?sslmode=no-verify', 'postgres://a:b@host/db?sslmode=no-verify'],
    ['postgres://a:sslmode=require@host/db', 'postgres://a:sslmode=require@host/db'],
    ['postgres://a:b@host/db', 'postgres://a:b@host/db'],
  ])('The URL %s becomes the explicit form of what the driver does: %s', (url, named) => {
    expect(checkCertificate(url)).toBe(named);
  });
});

import { describe, expect, it } from 'vitest';
import { findStatement } from './find-statement.js';

const HOUR = 3_600_000_000;
const READ_AT = 1_000 * HOUR;
const stated = (before: number, permitted: boolean) => ({ position: READ_AT - before, permitted });

describe('findStatement', () => {
  it('A contradiction of the last seconds was not committed yet, so the statement before it held', () => {
    const [refusal, consent] = [stated(2_000_000, false), stated(HOUR, true)];
    expect(findStatement([refusal, consent], READ_AT, true)).toBe(consent);
    expect(findStatement([refusal], READ_AT, true)).toBeUndefined();
  });

  it('An old contradiction held, whatever left in spite of it', () => {
    const [refusal, consent] = [stated(HOUR, false), stated(2 * HOUR, true)];
    expect(findStatement([refusal, consent], READ_AT, true)).toBe(refusal);
    expect(findStatement([stated(1_000, false), refusal, consent], READ_AT, true)).toBe(refusal);
  });

  it('An old contradiction that a later state may have replaced is passed over', () => {
    const [refusal, consent] = [stated(HOUR, false), stated(2 * HOUR, true)];
    expect(findStatement([refusal, consent], READ_AT, true, () => true)).toBe(consent);
  });

  it('Statements after the moment do not count, and without a decision the last one does', () => {
    const [later, last] = [stated(-1, true), stated(0, false)];
    expect(findStatement([later, last], READ_AT, undefined)).toBe(last);
  });
});

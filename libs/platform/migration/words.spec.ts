import { describe, expect, it } from 'vitest';
import { describeBytes, describeSeconds } from './words.js';

describe('Durations and sizes of the progress', () => {
  it.each([
    [0.2, '0 s'],
    [90, '90 s'],
    [150, '3 min'],
    [3 * 3600, '3 h'],
  ])('describeSeconds writes %d seconds with a short unit', (seconds, text) => {
    expect(describeSeconds(seconds)).toBe(text);
  });

  it.each([
    [8192, '8.0 kB'],
    [51_200, '50 kB'],
    [3.2 * 1024 ** 3, '3.2 GB'],
    [5000 * 1024 ** 4, '5000 TB'],
  ])('describeBytes writes %d bytes with a short unit', (bytes, text) => {
    expect(describeBytes(bytes)).toBe(text);
  });
});

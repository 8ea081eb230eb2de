import { expect, it } from 'vitest';
import { allLanes, isSingleLane } from './delivery.jobs.js';

it('tells the lanes of single sends from all others', () => {
  expect(allLanes().filter(isSingleLane)).toEqual([
    'single-launch',
    'single-apns',
    'single-fcm',
    'single-webpush',
    'single-smtp',
    'single-sms',
  ]);
});

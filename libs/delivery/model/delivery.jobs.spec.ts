import { expect, it } from 'vitest';
import { allQueueNames, isTransactionalQueue } from './delivery.jobs.js';

it('tells the lanes of single sends from all others', () => {
  expect(allQueueNames().filter(isTransactionalQueue)).toEqual([
    'single-launch',
    'single-apns',
    'single-fcm',
    'single-webpush',
    'single-smtp',
    'single-sms',
  ]);
});

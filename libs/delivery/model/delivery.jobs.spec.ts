import { expect, it } from 'vitest';
import { allQueueNames, isTransactionalQueue } from './delivery.jobs.js';

it('isTransactionalQueue recognizes the queues of transactional sends', () => {
  expect(allQueueNames().filter(isTransactionalQueue)).toEqual([
    'single-launch',
    'single-apns',
    'single-fcm',
    'single-webpush',
    'single-smtp',
    'single-sms',
    'single-whatsapp',
    'single-hms',
    'single-chat',
  ]);
});

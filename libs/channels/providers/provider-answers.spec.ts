import { describe, expect, it } from 'vitest';
import type { AnswerClass, Reason } from '../sender/answer-table.js';
import { BAD_REGISTRATION, FCM_ANSWERS } from './fcm/fcm-answers.js';
import { APNS_ANSWERS, classifyApnsAnswer } from './apns/apns-answers.js';
import { providerOf } from './registry.js';

type Case = readonly [provider: string, number, readonly string[], AnswerClass, AnswerClass, Reason];

/** One line per rule: the answer, what it means for one recipient, what it means when most of a batch gets it. */
const CASES: readonly Case[] = [
  ['apns', 410, ['Unregistered'], 'DROP', 'DROP', 'INVALID_TOKEN'],
  ['apns', 410, ['ExpiredToken'], 'DROP', 'DROP', 'INVALID_TOKEN'],
  ['apns', 400, ['BadDeviceToken'], 'DROP', 'PAUSE', 'INVALID_TOKEN'],
  ['apns', 400, ['MissingDeviceToken'], 'DROP', 'PAUSE', 'INVALID_TOKEN'],
  ['apns', 400, ['DeviceTokenNotForTopic'], 'FAIL', 'FIX', 'CONFIGURATION'],
  ['apns', 400, ['BadTopic'], 'FIX', 'FIX', 'CONFIGURATION'],
  ['apns', 400, ['MissingTopic'], 'FIX', 'FIX', 'CONFIGURATION'],
  ['apns', 400, ['TopicDisallowed'], 'FIX', 'FIX', 'CONFIGURATION'],
  ['apns', 400, ['IdleTimeout'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['apns', 400, ['BadPriority'], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],
  ['apns', 403, ['ExpiredProviderToken'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['apns', 403, ['InvalidProviderToken'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['apns', 403, ['BadCertificateEnvironment'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['apns', 403, ['Forbidden'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['apns', 405, ['MethodNotAllowed'], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],
  ['apns', 413, ['PayloadTooLarge'], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],
  ['apns', 429, ['TooManyProviderTokenUpdates'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['apns', 429, ['TooManyRequests'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['apns', 500, ['InternalServerError'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['apns', 503, ['ServiceUnavailable'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['apns', 503, ['Shutdown'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],

  ['fcm', 404, ['UNREGISTERED'], 'DROP', 'DROP', 'INVALID_TOKEN'],
  ['fcm', 404, ['NOT_FOUND'], 'FAIL', 'PAUSE', 'AUTH'],
  ['fcm', 400, [BAD_REGISTRATION], 'DROP', 'PAUSE', 'INVALID_TOKEN'],
  ['fcm', 400, ['INVALID_ARGUMENT'], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],
  ['fcm', 403, ['SENDER_ID_MISMATCH'], 'FAIL', 'PAUSE', 'WRONG_SENDER'],
  ['fcm', 403, ['PERMISSION_DENIED'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['fcm', 401, ['THIRD_PARTY_AUTH_ERROR'], 'FAIL', 'PAUSE', 'AUTH'],
  ['fcm', 401, ['UNAUTHENTICATED'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['fcm', 429, ['QUOTA_EXCEEDED'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['fcm', 503, ['UNAVAILABLE'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['fcm', 500, ['INTERNAL'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],

  ['webpush', 404, [], 'DROP', 'DROP', 'INVALID_TOKEN'],
  ['webpush', 410, [], 'DROP', 'DROP', 'INVALID_TOKEN'],
  ['webpush', 400, [], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],
  ['webpush', 401, [], 'FAIL', 'PAUSE', 'AUTH'],
  ['webpush', 403, [], 'FAIL', 'PAUSE', 'AUTH'],
  ['webpush', 413, [], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],
  ['webpush', 429, [], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['webpush', 406, [], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['webpush', 502, [], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['webpush', 302, [], 'FAIL', 'FAIL', 'REFUSED'],
  ['webpush', 400, ['VapidPkHashMismatch'], 'FAIL', 'PAUSE', 'AUTH'],
  ['webpush', 403, ['BadJwtToken'], 'FAIL', 'PAUSE', 'AUTH'],
  ['webpush', 400, ['IdleTimeout'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['webpush', 200, ['dropped'], 'FAIL', 'FAIL', 'UNREACHABLE'],
  ['webpush', 200, ['channelthrottled'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['webpush', 410, ['dropped'], 'DROP', 'DROP', 'INVALID_TOKEN'],

  ['smtp', 535, ['AUTH', '5.7.8'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['smtp', 454, ['AUTH', '4.7.0'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['smtp', 0, ['AUTH'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['smtp', 530, ['MAIL FROM', '5.7.0'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['smtp', 530, ['RCPT TO', '5.7.1'], 'RETRY', 'PAUSE', 'AUTH'],
  ['smtp', 554, ['CONN'], 'PAUSE', 'PAUSE', 'CONFIGURATION'],
  ['smtp', 421, ['RCPT TO'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['smtp', 450, ['RCPT TO', '4.7.1'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['smtp', 452, ['RCPT TO', '4.2.2'], 'FAIL', 'FAIL', 'MAILBOX_FULL'],
  ['smtp', 454, ['DATA'], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['smtp', 550, ['RCPT TO', '5.1.1'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['smtp', 550, ['DATA', '5.1.2'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['smtp', 550, ['RCPT TO', '5.1.10'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['smtp', 551, ['RCPT TO'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['smtp', 553, ['RCPT TO'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['smtp', 550, ['RCPT TO', '5.7.1'], 'FAIL', 'PAUSE', 'REFUSED'],
  ['smtp', 554, ['DATA', '5.7.1'], 'FAIL', 'PAUSE', 'REFUSED'],
  ['smtp', 552, ['RCPT TO', '5.2.2'], 'FAIL', 'FAIL', 'MAILBOX_FULL'],
  ['smtp', 550, ['RCPT TO', '5.2.1'], 'FAIL', 'FAIL', 'UNREACHABLE'],
  ['smtp', 554, ['RCPT TO'], 'FAIL', 'FAIL', 'REFUSED'],
  ['smtp', 553, ['MAIL FROM'], 'FAIL', 'FIX', 'CONFIGURATION'],
  ['smtp', 552, ['DATA', '5.3.4'], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],

  ['twilio', 400, ['21610'], 'DROP', 'DROP', 'OPTED_OUT'],
  ['twilio', 400, ['21211'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['twilio', 400, ['21614'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['twilio', 400, ['21635'], 'DROP', 'DROP', 'INVALID_ADDRESS'],
  ['twilio', 400, ['21612'], 'DROP', 'PAUSE', 'INVALID_ADDRESS'],
  ['twilio', 400, ['30003'], 'FAIL', 'FAIL', 'UNREACHABLE'],
  ['twilio', 400, ['30005'], 'FAIL', 'FAIL', 'UNREACHABLE'],
  ['twilio', 400, ['30006'], 'FAIL', 'FAIL', 'UNREACHABLE'],
  ['twilio', 400, ['30008'], 'FAIL', 'FAIL', 'UNREACHABLE'],
  ['twilio', 400, ['30004'], 'FAIL', 'PAUSE', 'REFUSED'],
  ['twilio', 400, ['30007'], 'FAIL', 'PAUSE', 'REFUSED'],
  ['twilio', 400, ['30032'], 'RETRY', 'PAUSE', 'CONFIGURATION'],
  ['twilio', 400, ['30010'], 'FAIL', 'FAIL', 'REFUSED'],
  ['twilio', 400, ['21608'], 'FAIL', 'FAIL', 'REFUSED'],
  ['twilio', 400, ['20005'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['twilio', 400, ['30002'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['twilio', 400, ['14107'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['twilio', 400, ['30034'], 'RETRY', 'PAUSE', 'CONFIGURATION'],
  ['twilio', 400, ['30036'], 'FAIL', 'FAIL', 'EXPIRED'],
  ['twilio', 400, ['21408'], 'FAIL', 'FAIL', 'REFUSED'],
  ['twilio', 400, ['21606'], 'RETRY', 'FIX', 'CONFIGURATION'],
  ['twilio', 429, ['20429'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['twilio', 429, [], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['twilio', 400, ['30001'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['twilio', 400, ['21611'], 'RETRY', 'RETRY', 'RATE_LIMITED'],
  ['twilio', 401, ['20003'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['twilio', 403, ['20403'], 'PAUSE', 'PAUSE', 'AUTH'],
  ['twilio', 503, [], 'RETRY', 'RETRY', 'PROVIDER_UNAVAILABLE'],
  ['twilio', 400, ['21617'], 'FAIL', 'FIX', 'INVALID_PAYLOAD'],
];

describe('Classification of provider answers', () => {
  it.each(CASES)(
    'The answer %s %i %j means %s for one recipient, %s for most of a batch, and the reason %s',
    (channel, status, codes, single, majority, reason) => {
      expect(providerOf(channel).answers.classify(status, ...codes)).toMatchObject({ single, majority, reason });
    },
  );

  it('FCM is retried a minute after a rate limit and 10 s after an outage, and APNs without a fixed wait', () => {
    expect(FCM_ANSWERS.classify(429, 'QUOTA_EXCEEDED').afterMs).toBe(60_000);
    expect(FCM_ANSWERS.classify(503, 'UNAVAILABLE').afterMs).toBe(10_000);
    expect(APNS_ANSWERS.classify(503, 'Shutdown').afterMs).toBeUndefined();
  });
});

describe('classifyApnsAnswer', () => {
  const died = Date.UTC(2026, 0, 10);
  const after = new Date(died + 1);
  const before = new Date(died - 1);

  it('classifyApnsAnswer drops a token registered before the timestamp of a 410, or with an unknown time', () => {
    expect(classifyApnsAnswer(410, 'Unregistered', died, before).single).toBe('DROP');
    expect(classifyApnsAnswer(410, 'Unregistered', undefined, after).single).toBe('DROP');
    expect(classifyApnsAnswer(410, 'Unregistered', died, undefined).single).toBe('DROP');
  });

  it('classifyApnsAnswer keeps a token registered after the timestamp of a 410', () => {
    expect(classifyApnsAnswer(410, 'Unregistered', died, after).single).toBe('FAIL');
  });

  it('classifyApnsAnswer lets a refused topic of a live activity fail alone, and that of the account pause it', () => {
    expect(classifyApnsAnswer(400, 'TopicDisallowed', undefined, undefined, true)).toMatchObject({
      single: 'FAIL',
      majority: 'FAIL',
    });
    expect(classifyApnsAnswer(400, 'TopicDisallowed', undefined, undefined).single).toBe('FIX');
    expect(classifyApnsAnswer(403, 'InvalidProviderToken', undefined, undefined, true).single).toBe('PAUSE');
  });

  it('classifyApnsAnswer uses the timestamp only for a 410', () => {
    expect(classifyApnsAnswer(400, 'BadDeviceToken', died, after).single).toBe('DROP');
  });
});

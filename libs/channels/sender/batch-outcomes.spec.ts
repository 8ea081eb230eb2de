import { describe, expect, it } from 'vitest';
import { BatchOutcomes } from './batch-outcomes.js';
import { APNS_ANSWERS } from '../providers/apns/apns-answers.js';
import { FCM_ANSWERS } from '../providers/fcm/fcm-answers.js';
import { WEB_PUSH_ANSWERS } from '../providers/web-push/web-push-answers.js';

const badToken = APNS_ANSWERS.classify(400, 'BadDeviceToken');
const badTopic = APNS_ANSWERS.classify(400, 'BadTopic');

/** Recipients that are a trusted user each. */
const batchOf = (size: number) => Array.from({ length: size }, () => ({}));

describe('BatchOutcomes', () => {
  it('BatchOutcomes reports in the order of the batch, whatever the order of the answers', async () => {
    const batch = new BatchOutcomes(batchOf(4));
    batch.recordLost(3, 'ECONNRESET');
    batch.recordAnswer(1, APNS_ANSWERS.classify(410, 'Unregistered'), 'Unregistered', '{"reason":"Unregistered"}');
    batch.recordUnsent(2, 'ECONNREFUSED');
    batch.recordSent(0);
    expect(await batch.report).toEqual({
      outcomes: [
        { kind: 'sent' },
        { kind: 'dead', code: 'Unregistered', reason: 'INVALID_TOKEN', raw: '{"reason":"Unregistered"}' },
        { kind: 'retry', code: 'ECONNREFUSED', reason: 'PROVIDER_UNAVAILABLE', isUntaken: true },
        { kind: 'unknown', code: 'ECONNRESET', reason: 'OUTCOME_UNKNOWN' },
      ],
      fault: { code: 'ECONNRESET', why: 'PROVIDER_UNAVAILABLE', words: '' },
    });
  });

  it('BatchOutcomes ends at once for an empty batch', async () => {
    expect(await new BatchOutcomes(batchOf(0)).report).toEqual({ outcomes: [] });
  });

  it('BatchOutcomes prefers the wait that the provider names over that of the table', async () => {
    const batch = new BatchOutcomes(batchOf(2));
    batch.recordAnswer(0, FCM_ANSWERS.classify(429, 'QUOTA_EXCEEDED'), 'QUOTA_EXCEEDED', '', 5000);
    batch.recordAnswer(1, FCM_ANSWERS.classify(429, 'QUOTA_EXCEEDED'), 'QUOTA_EXCEEDED', '');
    expect((await batch.report).outcomes).toMatchObject([{ afterMs: 5000 }, { afterMs: 60_000 }]);
  });

  it('BatchOutcomes marks single bad tokens as dead and limits the size of the raw answer', async () => {
    const batch = new BatchOutcomes(batchOf(20));
    for (let index = 0; index < 20; index += 1) {
      if (index < 10) {
        batch.recordAnswer(index, badToken, 'BadDeviceToken', 'x'.repeat(10_000));
      } else {
        batch.recordSent(index);
      }
    }
    const { outcomes, pause } = await batch.report;
    expect(outcomes.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, () => ({
        kind: 'dead',
        code: 'BadDeviceToken',
        reason: 'INVALID_TOKEN',
        raw: 'x'.repeat(500),
      })),
    );
    expect(pause).toBeUndefined();
  });

  it('BatchOutcomes keeps the tokens and pauses the account when most of the batch is called bad', async () => {
    const batch = new BatchOutcomes(batchOf(20));
    for (let index = 0; index < 20; index += 1) {
      if (index < 11) {
        batch.recordAnswer(index, badToken, 'BadDeviceToken', '');
      } else {
        batch.recordSent(index);
      }
    }
    const { outcomes, pause } = await batch.report;
    expect(outcomes.filter((outcome) => outcome.kind === 'dead')).toEqual([]);
    expect(outcomes.filter((outcome) => outcome.kind === 'retry')).toHaveLength(11);
    expect(pause).toEqual({ code: 'BadDeviceToken', why: 'INVALID_TOKEN' });
  });

  it('BatchOutcomes marks a few recipients as dead even when they are the whole batch', async () => {
    const batch = new BatchOutcomes(batchOf(9));
    for (let index = 0; index < 9; index += 1) {
      batch.recordAnswer(index, badToken, 'BadDeviceToken', '');
    }
    const { outcomes, pause } = await batch.report;
    expect(outcomes.every((outcome) => outcome.kind === 'dead')).toBe(true);
    expect(pause).toBeUndefined();
  });

  it('BatchOutcomes pauses at the first answer that blames the account, and retries the other recipients', async () => {
    const batch = new BatchOutcomes(batchOf(2));
    expect(batch.isPaused).toBe(false);
    batch.recordAnswer(0, badTopic, 'BadTopic', '');
    expect(batch.isPaused).toBe(true);
    batch.recordPaused(1);
    expect(await batch.report).toEqual({
      outcomes: [
        { kind: 'retry', code: 'BadTopic', reason: 'CONFIGURATION' },
        { kind: 'retry', code: 'BadTopic', reason: 'CONFIGURATION', isUntaken: true },
      ],
      pause: { code: 'BadTopic', why: 'CONFIGURATION' },
      fault: { code: 'BadTopic', why: 'CONFIGURATION', words: '' },
    });
  });

  it('BatchOutcomes refuses a second outcome for one recipient', () => {
    const batch = new BatchOutcomes(batchOf(2));
    batch.recordSent(0);
    expect(() => batch.recordSent(0)).toThrow('recorded twice');
  });

  it('Recipients with invented tokens fail, no token is retired, and the account keeps sending', async () => {
    const batch = new BatchOutcomes(
      Array.from({ length: 15 }, (_, index) => ({ userId: index, isTrusted: index >= 12 })),
    );
    for (let index = 0; index < 15; index += 1) {
      if (index < 12) {
        batch.recordAnswer(index, badToken, 'BadDeviceToken', '');
      } else {
        batch.recordSent(index);
      }
    }
    const { outcomes, pause } = await batch.report;
    expect(pause).toBeUndefined();
    expect(outcomes.slice(0, 12)).toEqual(
      Array.from({ length: 12 }, () => ({
        kind: 'failed',
        code: 'BadDeviceToken',
        reason: 'INVALID_TOKEN',
        isSuspect: true,
      })),
    );
  });

  it('The probe of a stopped account retires no token, however few its recipients are', async () => {
    const batch = new BatchOutcomes([{ userId: 1 }, { userId: 2, isTrusted: false }], { isProbe: true });
    batch.recordAnswer(0, badToken, 'BadDeviceToken', '');
    batch.recordAnswer(1, badToken, 'BadDeviceToken', '');
    expect(await batch.report).toMatchObject({
      outcomes: [{ kind: 'retry' }, { kind: 'retry' }],
      pause: { code: 'BadDeviceToken' },
    });
  });

  it('A message accepted in a probe proves that the account works', async () => {
    const batch = new BatchOutcomes([{ userId: 1 }, { userId: 2 }, { userId: 3 }], { isProbe: true });
    batch.recordAnswer(0, badToken, 'BadDeviceToken', '');
    batch.recordAnswer(1, badToken, 'BadDeviceToken', '');
    batch.recordSent(2);
    expect(await batch.report).toMatchObject({
      outcomes: [{ kind: 'failed', isSuspect: true }, { kind: 'failed', isSuspect: true }, { kind: 'sent' }],
    });
  });

  describe('Several push services', () => {
    const refused = WEB_PUSH_ANSWERS.classify(403);
    const services = [...Array.from({ length: 10 }, () => 'web.push.apple.com'), 'fcm.googleapis.com'];

    it('BatchOutcomes blames the push service that refuses while another one accepts', async () => {
      const batch = new BatchOutcomes(batchOf(11), { services });
      services.slice(0, 10).forEach((_service, index) => batch.recordAnswer(index, refused, '403', ''));
      batch.recordSent(10);
      const { outcomes, pause, refusals } = await batch.report;
      expect(pause).toBeUndefined();
      expect(refusals).toEqual([{ service: 'web.push.apple.com', code: '403', why: 'AUTH' }]);
      expect(outcomes.slice(0, 10).every(({ kind }) => kind === 'retry')).toBe(true);
    });

    it('BatchOutcomes pauses the account when no push service accepts', async () => {
      const batch = new BatchOutcomes(batchOf(11), { services });
      services.forEach((_service, index) => batch.recordAnswer(index, refused, '403', ''));
      expect(await batch.report).toMatchObject({ pause: { code: '403', why: 'AUTH' } });
    });
  });
});

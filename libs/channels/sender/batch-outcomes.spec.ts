import { describe, expect, it } from 'vitest';
import { BatchOutcomes } from './batch-outcomes.js';
import { classifyAnswer } from './provider-answers.js';

const badToken = classifyAnswer('apns', 400, 'BadDeviceToken');
const badTopic = classifyAnswer('apns', 400, 'BadTopic');

describe('BatchOutcomes', () => {
  it('reports in the order of the batch, whatever the order of the answers', async () => {
    const batch = new BatchOutcomes(4);
    batch.recordLost(3, 'ECONNRESET');
    batch.recordAnswer(1, classifyAnswer('apns', 410, 'Unregistered'), 'Unregistered', '{"reason":"Unregistered"}');
    batch.recordUnsent(2, 'ECONNREFUSED');
    batch.recordSent(0);
    expect(await batch.report).toEqual({
      outcomes: [
        { kind: 'sent' },
        { kind: 'dead', code: 'Unregistered', reason: 'INVALID_TOKEN', raw: '{"reason":"Unregistered"}' },
        { kind: 'retry', code: 'ECONNREFUSED', reason: 'PROVIDER_UNAVAILABLE' },
        { kind: 'unknown', code: 'ECONNRESET', reason: 'OUTCOME_UNKNOWN' },
      ],
      pause: undefined,
    });
  });

  it('ends at once when empty', async () => {
    expect(await new BatchOutcomes(0).report).toEqual({ outcomes: [] });
  });

  it("prefers the provider's time over the table's", async () => {
    const batch = new BatchOutcomes(2);
    batch.recordAnswer(0, classifyAnswer('fcm', 429, 'QUOTA_EXCEEDED'), 'QUOTA_EXCEEDED', '', 5000);
    batch.recordAnswer(1, classifyAnswer('fcm', 429, 'QUOTA_EXCEEDED'), 'QUOTA_EXCEEDED', '');
    expect((await batch.report).outcomes).toMatchObject([{ afterMs: 5000 }, { afterMs: 60_000 }]);
  });

  it('kills single bad tokens and keeps the raw answer within bounds', async () => {
    const batch = new BatchOutcomes(20);
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

  it('spares the tokens and pauses the account when most of the batch is called bad', async () => {
    const batch = new BatchOutcomes(20);
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

  it('blames a few recipients even when they are the whole batch', async () => {
    const batch = new BatchOutcomes(9);
    for (let index = 0; index < 9; index += 1) {
      batch.recordAnswer(index, badToken, 'BadDeviceToken', '');
    }
    const { outcomes, pause } = await batch.report;
    expect(outcomes.every((outcome) => outcome.kind === 'dead')).toBe(true);
    expect(pause).toBeUndefined();
  });

  it('pauses at the first answer that blames the account and retries the remaining recipients', async () => {
    const batch = new BatchOutcomes(2);
    expect(batch.isPaused).toBe(false);
    batch.recordAnswer(0, badTopic, 'BadTopic', '');
    expect(batch.isPaused).toBe(true);
    batch.recordPaused(1);
    expect(await batch.report).toEqual({
      outcomes: [
        { kind: 'retry', code: 'BadTopic', reason: 'CONFIGURATION' },
        { kind: 'retry', code: 'BadTopic', reason: 'PROVIDER_UNAVAILABLE' },
      ],
      pause: { code: 'BadTopic', why: 'CONFIGURATION' },
    });
  });

  it('refuses a second outcome for one recipient', () => {
    const batch = new BatchOutcomes(2);
    batch.recordSent(0);
    expect(() => batch.recordSent(0)).toThrow('recorded twice');
  });
});

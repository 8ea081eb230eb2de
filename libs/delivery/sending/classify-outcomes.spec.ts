import { describe, expect, it } from 'vitest';
import type { Outcome } from '#libs/channels';
import { classifyOutcomes, type AttemptContext } from './classify-outcomes.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const FIRST: AttemptContext = {
  channel: 'apns',
  doubt: 'repeat',
  attempt: 0,
  now: NOW,
  expiresAt: null,
  ttlSeconds: undefined,
};

function makeRecipients(count: number): Parameters<typeof classifyOutcomes>[0] {
  return Array.from({ length: count }, (_, index) => ({
    recipientId: index + 1,
    uid: index + 100,
    platform: 1,
    outgoing: { address: `t${index}` },
  }));
}

const sent: Outcome = { kind: 'sent' };
const busy: Outcome = { kind: 'retry', code: '503', reason: 'PROVIDER_UNAVAILABLE' };
const cut: Outcome = { kind: 'unknown', code: '', reason: 'OUTCOME_UNKNOWN' };
const gone: Outcome = { kind: 'dead', code: '410', reason: 'INVALID_TOKEN', raw: 'Unregistered' };

describe('classifyOutcomes', () => {
  it('classifyOutcomes gives every recipient exactly one result or one retry', () => {
    const outcomes: Outcome[] = [sent, gone, busy, cut, { kind: 'failed', code: '413', reason: 'INVALID_PAYLOAD' }];
    const classification = classifyOutcomes(makeRecipients(5), outcomes, FIRST);
    const finalIds = classification.results.map(({ recipientId }) => recipientId);
    const retriedIds = classification.retries.map(({ recipientId }) => recipientId);
    expect([...finalIds, ...retriedIds].toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(classification.results.map(({ status }) => status)).toEqual([1, 2, 2]);
    expect(classification.deadTokens).toEqual([
      { instId: 2, token: 't1', reason: 'INVALID_TOKEN', raw: 'Unregistered' },
    ]);
  });

  it('classifyOutcomes lists an unknown outcome as unconfirmed, repeats a push and ends an e-mail', () => {
    const push = classifyOutcomes(makeRecipients(1), [cut], FIRST);
    expect(push.unconfirmed).toHaveLength(1);
    expect(push.retries).toHaveLength(1);
    const mail = classifyOutcomes(makeRecipients(1), [cut], {
      ...FIRST,
      channel: 'smtp',
      doubt: 'give-up',
    });
    expect(mail.unconfirmed).toHaveLength(1);
    expect(mail.results).toMatchObject([{ status: 2, reason: 'IN_DOUBT' }]);
  });

  it('classifyOutcomes repeats a withheld message at once, without doubt and without another attempt', () => {
    const withheld: Outcome = { kind: 'withheld' };
    for (const [attempt, next] of [
      [0, 1],
      [1, 1],
      [4, 4],
    ] as const) {
      const { retries, results, unconfirmed } = classifyOutcomes(makeRecipients(1), [withheld], { ...FIRST, attempt });
      expect(retries).toMatchObject([{ attempt: next, dueAt: NOW }]);
      expect([...results, ...unconfirmed]).toEqual([]);
    }
  });

  it('classifyOutcomes waits at least as long as the provider asks for', () => {
    const [retry] = classifyOutcomes(
      makeRecipients(1),
      [{ kind: 'retry', code: '503', reason: 'PROVIDER_UNAVAILABLE', afterMs: 90_000 }],
      FIRST,
    ).retries;
    expect(retry?.dueAt.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 90_000);
  });

  it('classifyOutcomes ends a recipient at the deadline that the first attempt sets', () => {
    const [retry] = classifyOutcomes(makeRecipients(1), [busy], { ...FIRST, ttlSeconds: 60 }).retries;
    expect(retry?.expiresAt).toEqual(new Date(NOW.getTime() + 60_000));
    const late = classifyOutcomes(makeRecipients(1), [busy], {
      ...FIRST,
      attempt: 3,
      expiresAt: new Date(NOW.getTime() + 1000),
    });
    expect(late.retries).toEqual([]);
    expect(late.results).toMatchObject([{ status: 2, reason: 'PROVIDER_UNAVAILABLE', errorCode: '503' }]);
  });

  it('classifyOutcomes tries a refusal that may be the fault of the account once more, after a minute', () => {
    const refused: Outcome = { kind: 'failed', code: '401', reason: 'AUTH', isSuspect: true, mayBeAccount: true };
    const first = classifyOutcomes(makeRecipients(1), [refused], FIRST);
    expect(first.results).toEqual([]);
    expect(first.retries).toMatchObject([{ attempt: 1, error: { code: '401', reason: 'AUTH' } }]);
    expect(first.retries[0]?.dueAt.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 60_000);
    const second = classifyOutcomes(makeRecipients(1), [refused], { ...FIRST, attempt: 1 });
    expect([second.retries, second.results]).toEqual([[], [expect.objectContaining({ status: 2, reason: 'AUTH' })]]);
    const own = classifyOutcomes(makeRecipients(1), [{ kind: 'failed', code: '401', reason: 'AUTH' }], FIRST);
    expect(own.retries).toEqual([]);
  });

  it('classifyOutcomes treats a missing outcome as unknown', () => {
    expect(classifyOutcomes(makeRecipients(2), [sent], FIRST).unconfirmed).toEqual([
      { recipientId: 2, cause: 'OUTCOME_UNKNOWN' },
    ]);
  });
});

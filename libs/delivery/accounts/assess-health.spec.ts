import { describe, expect, it } from 'vitest';
import type { Outcome } from '#libs/channels';
import { assessHealth } from './assess-health.js';

const sent: Outcome = { kind: 'sent' };
const down: Outcome = { kind: 'retry', code: 'ECONNREFUSED', reason: 'PROVIDER_UNAVAILABLE' };
const lost: Outcome = { kind: 'unknown', code: 'TIMEOUT', reason: 'OUTCOME_UNKNOWN' };
const busy: Outcome = { kind: 'retry', code: '429', reason: 'RATE_LIMITED' };
const dead: Outcome = { kind: 'dead', code: '410', reason: 'INVALID_TOKEN', raw: '' };

describe('assessHealth', () => {
  it.each([
    ['counts every answer as healthy, refusals too', [dead, sent], { failures: 0, isHealthy: true }],
    ['sees no outage in a few failures among answers', [sent, sent, down], { failures: 0, isHealthy: true }],
    ['sees an outage in failures of most messages', [sent, down, lost], { failures: 2, isHealthy: false }],
    ['counts a request to slow down as no failure', [busy, busy], { failures: 0, isHealthy: false }],
  ])('The function assessHealth %s', (_, outcomes, expected) => {
    expect(assessHealth({ outcomes })).toMatchObject(expected);
  });
});

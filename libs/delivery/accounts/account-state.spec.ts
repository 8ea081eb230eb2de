import { describe, expect, it } from 'vitest';
import type { Outcome } from '#libs/channels';
import { assessHealth } from './account-state.service.js';

const sent: Outcome = { kind: 'sent' };
const down: Outcome = { kind: 'retry', code: 'ECONNREFUSED', reason: 'PROVIDER_UNAVAILABLE' };
const lost: Outcome = { kind: 'unknown', code: 'TIMEOUT', reason: 'OUTCOME_UNKNOWN' };
const busy: Outcome = { kind: 'retry', code: '429', reason: 'RATE_LIMITED' };
const dead: Outcome = { kind: 'dead', code: '410', reason: 'INVALID_TOKEN', raw: '' };

describe('what a batch says of its provider', () => {
  it.each([
    ['an answer, whatever it says, is a sign of life', [dead, sent], { failures: 0, isHealthy: true }],
    ['a few failures among answers are not an outage', [sent, sent, down], { failures: 0, isHealthy: true }],
    ['failures of most are', [sent, down, lost], { failures: 2, isHealthy: false }],
    ['patience is no failure', [busy, busy], { failures: 0, isHealthy: false }],
  ])('%s', (_, outcomes, expected) => {
    expect(assessHealth({ outcomes })).toMatchObject(expected);
  });
});

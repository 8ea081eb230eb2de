import { describe, expect, it } from 'vitest';
import { FaultInjector, type FaultRule } from './fault-injector.js';
import { readFaultPlan } from './fault-plan.js';
import { PROVIDERS } from './providers.js';

const TOKENS = Array.from({ length: 20_000 }, (_, i) => `token-${i}`);

function book(rules: FaultRule[], seed = 7): FaultInjector {
  const faults = new FaultInjector();
  faults.set({ seed, rules });
  return faults;
}

function faulty(faults: FaultInjector, tokens = TOKENS): Set<string> {
  return new Set(tokens.filter((token) => faults.decide('apns', token)?.rule !== undefined));
}

describe('FaultInjector', () => {
  it('A fault rule applies to its share of addresses: the same ones in every run, others with another seed', () => {
    const rules: FaultRule[] = [{ provider: 'apns', share: 0.05, status: 410 }];
    const first = faulty(book(rules));
    expect(first.size).toBeGreaterThan(850);
    expect(first.size).toBeLessThan(1150);
    expect(faulty(book(rules), TOKENS.toReversed())).toEqual(first);
    const otherSeed = faulty(book(rules, 8));
    expect([...otherSeed].filter((token) => first.has(token)).length).toBeLessThan(150);
  });

  it('A fault rule with share 0 never applies, and one with share 1 always applies', () => {
    expect(faulty(book([{ provider: 'apns', share: 0, status: 500 }])).size).toBe(0);
    expect(faulty(book([{ provider: 'apns', share: 1, status: 500 }])).size).toBe(TOKENS.length);
  });

  it('A fault rule decides each attempt independently, unless it is sticky', () => {
    const fresh = book([{ provider: 'apns', share: 0.5, status: 503 }]);
    const [first, second] = [faulty(fresh), faulty(fresh)];
    const both = [...first].filter((token) => second.has(token)).length;
    expect(both).toBeGreaterThan(4500);
    expect(both).toBeLessThan(5500);
    const sticky = book([{ provider: 'apns', share: 0.5, status: 410, sticky: true }]);
    expect(faulty(sticky)).toEqual(faulty(sticky));
  });

  it('A fault rule applies to each address at most `times` times', () => {
    const faults = book([{ provider: 'apns', share: 1, status: 503, times: 2 }]);
    const verdicts = [1, 2, 3].map(() => faults.decide('apns', 'a')?.rule?.status);
    expect(verdicts).toEqual([503, 503, undefined]);
    expect(faults.decide('apns', 'b')?.rule?.status).toBe(503);
  });

  it('A fault rule matches its provider and the glob of the address, whose other characters are literal', () => {
    const faults = book([{ provider: 'apns', token: 'dead.*@x', share: 1, status: 410 }]);
    expect(faults.decide('fcm', 'dead.1@x')).toBeUndefined();
    expect(faults.decide('apns', 'dead.1@x')?.rule?.status).toBe(410);
    expect(faults.decide('apns', 'dead-1@x')).toBeUndefined();
    expect(faults.decide('apns', 'dead.1@xy')).toBeUndefined();
  });

  it('FaultInjector adds latency and continues with later rules until the first rule with a status matches', () => {
    const faults = book([
      { provider: 'apns', share: 1, latencyMs: 20 },
      { provider: 'apns', token: 'a', share: 1, status: 429, latencyMs: 5 },
      { provider: 'apns', share: 1, status: 500 },
    ]);
    expect(faults.decide('apns', 'a')).toMatchObject({ latencyMs: 25, rule: { status: 429 } });
    expect(faults.decide('apns', 'b')).toMatchObject({ latencyMs: 20, rule: { status: 500 } });
  });

  it('FaultInjector treats the stages of an SMTP dialogue separately, with their own attempts', () => {
    const faults = book([
      { provider: 'smtp', share: 1, status: 550, times: 1 },
      { provider: 'smtp', share: 1, status: 451, stage: 'data', times: 1 },
      { provider: 'smtp', share: 1, fault: 'reset' },
    ]);
    expect(faults.decide('smtp', 'a@x', 'rcpt')?.rule?.status).toBe(550);
    expect(faults.decide('smtp', 'a@x', 'rcpt')).toBeUndefined();
    expect(faults.decide('smtp', 'a@x', 'data')?.rule?.status).toBe(451);
    expect(faults.decide('smtp', 'a@x', 'data')?.rule?.fault).toBe('reset');
  });

  it('FaultInjector causes no fault when the list of rules is empty', () => {
    const faults = book([{ provider: 'apns', share: 1, status: 500 }]);
    faults.set({ seed: 1, rules: [] });
    expect(faults.decide('apns', 'a')).toBeUndefined();
  });
});

describe('readFaultPlan', () => {
  it('readFaultPlan accepts a complete plan', () => {
    const plan = {
      seed: 3,
      rules: [{ provider: 'fcm', token: 'x*', share: 0.1, sticky: true, status: 429, retryAfterSeconds: 2, times: 1 }],
    };
    expect(readFaultPlan(plan)).toEqual({ plan });
  });

  it('readFaultPlan reports all errors of a plan at once', () => {
    const answer = readFaultPlan({
      seed: 'x',
      speed: 1,
      rules: [{ provider: 'pigeon', share: 2, status: 100, colour: 'red' }, 7, { provider: 'sms', share: 1 }, {}],
    });
    expect(answer).toEqual({
      faults: [
        'speed is not known',
        'seed must be an integer',
        `rules[0].provider must be one of ${PROVIDERS.join(', ')}`,
        'rules[0].share must be a number from 0 to 1',
        'rules[0].status must be an integer from 200 to 599',
        'rules[0].colour is not known',
        'rules[1] must be an object',
        'rules[2] must have a status, a fault or latencyMs',
        'rules[3].provider is required',
        'rules[3].share is required',
      ],
    });
    expect(readFaultPlan(null)).toHaveProperty('faults');
    expect(readFaultPlan({ seed: 1 })).toHaveProperty('faults');
  });
});

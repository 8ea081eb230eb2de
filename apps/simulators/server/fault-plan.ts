import { isJsonObject } from '#platform/collections';
import type { FaultPlan, FaultRule } from './fault-injector.js';
import { isProvider, PROVIDERS } from './providers.js';

type Check = { ok: (value: unknown) => boolean; must: string };

const oneOf = (...values: string[]): Check => ({
  ok: (value) => values.some((candidate) => candidate === value),
  must: `must be one of ${values.join(', ')}`,
});
const integer = (low: number, high: number): Check => ({
  ok: (value) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high,
  must: `must be an integer from ${low} to ${high}`,
});
const text: Check = {
  ok: (value) => typeof value === 'string' && value.length > 0 && value.length <= 4096,
  must: 'must be a text of 1 to 4096 characters',
};

const RULE_FIELDS: Record<keyof FaultRule, Check> = {
  provider: { ok: isProvider, must: `must be one of ${PROVIDERS.join(', ')}` },
  sender: text,
  token: text,
  share: {
    ok: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    must: 'must be a number from 0 to 1',
  },
  sticky: { ok: (value) => typeof value === 'boolean', must: 'must be true or false' },
  status: integer(200, 599),
  reason: text,
  retryAfterSeconds: integer(0, 86_400),
  latencyMs: integer(0, 600_000),
  fault: oneOf('goaway', 'hang', 'reset'),
  when: oneOf('before', 'after'),
  times: integer(1, 1_000_000),
  scope: oneOf('stream', 'connection'),
  stage: oneOf('auth', 'rcpt', 'data', 'report'),
  timestamp: integer(0, Number.MAX_SAFE_INTEGER),
};
const REQUIRED = ['provider', 'share'] as const;
const MAX_RULES = 1000;
/** A plan with a name ends after an hour at the latest. */
const MAX_SECONDS = 3600;
const HOLDS = integer(1, MAX_SECONDS);

/**
 * Reads the body of `PUT /faults`.
 *
 * @returns the plan, and with `name` for how long it holds beside that of the operator; or every fault found in the body
 */
export function readFaultPlan(
  input: unknown,
): { plan: FaultPlan; named?: { name: string; seconds: number } } | { faults: string[] } {
  if (!isJsonObject(input)) {
    return { faults: ['the body must be an object with seed and rules'] };
  }
  const { seed = 0, rules, name, seconds = MAX_SECONDS, ...unknown } = input;
  const faults = Object.keys(unknown).map((name) => `${name} is not known`);
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) {
    faults.push('seed must be an integer');
  }
  if (name !== undefined && !(typeof name === 'string' && /^[\w-]{1,64}$/.test(name))) {
    faults.push('name must be of letters, digits, - and _');
  }
  if (!HOLDS.ok(seconds)) {
    faults.push(`seconds ${HOLDS.must}`);
  }
  if (!Array.isArray(rules) || rules.length > MAX_RULES) {
    return { faults: [...faults, `rules must be a list of at most ${MAX_RULES}`] };
  }
  faults.push(...rules.flatMap((rule: unknown, index) => checkRule(rule).map((fault) => `rules[${index}]${fault}`)));
  return faults.length > 0
    ? { faults }
    : {
        plan: { seed: Number(seed), rules: rules.filter(isValidRule) },
        ...(typeof name === 'string' && { named: { name, seconds: Number(seconds) } }),
      };
}

function checkRule(rule: unknown): string[] {
  if (!isJsonObject(rule)) {
    return [' must be an object'];
  }
  const missing = REQUIRED.filter((name) => !(name in rule)).map((name) => `.${name} is required`);
  const wrong = Object.entries(rule).flatMap(([name, value]) => {
    const check = Object.hasOwn(RULE_FIELDS, name) ? RULE_FIELDS[name as keyof FaultRule] : undefined;
    if (check === undefined) {
      return [`.${name} is not known`];
    }
    return check.ok(value) ? [] : [`.${name} ${check.must}`];
  });
  const useless =
    missing.length + wrong.length === 0 && !('status' in rule || 'fault' in rule || 'latencyMs' in rule)
      ? [' must have a status, a fault or latencyMs']
      : [];
  return [...missing, ...wrong, ...useless];
}

function isValidRule(rule: unknown): rule is FaultRule {
  return checkRule(rule).length === 0;
}

import type { AccountRateLimits } from '#libs/channels';
import { intField, type FileFields, type Form } from '#platform/forms';

const RATE = { min: 1, max: 1_000_000 } as const;

/** Limits that an account of any provider may have. */
export const RATE_FIELDS = {
  ratePerSecond: intField(RATE, 'Most messages a second to the provider', 'no limit'),
  rampFromPerSecond: intField(RATE, 'Rate at the start of a campaign, which grows to the full one', 'the full one'),
} satisfies FileFields;
/** A limit that only e-mail has. */
export const DOMAIN_RATE_FIELDS = {
  domainRatePerSecond: intField(RATE, 'Most messages a second to one domain', 'no limit'),
} satisfies FileFields;

const NAMES = {
  ratePerSecond: 'perSecond',
  rampFromPerSecond: 'rampFrom',
  domainRatePerSecond: 'perDomain',
} as const satisfies Record<string, keyof AccountRateLimits>;
type RateField = keyof typeof NAMES;
const FIELDS = Object.keys(NAMES) as RateField[];

/** @returns null when nothing is limited */
export function readRateLimits(form: Form): AccountRateLimits | null {
  const limits: AccountRateLimits = {};
  for (const field of FIELDS) {
    const rate = form.int(field, RATE);
    if (rate !== undefined) {
      limits[NAMES[field]] = rate;
    }
  }
  return Object.keys(limits).length === 0 ? null : limits;
}

/** The limits as the file has them. */
export function toRateFields(pace: AccountRateLimits | null): Record<string, number> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const rate = pace?.[NAMES[field]];
      return rate === undefined ? [] : [[field, rate]];
    }),
  );
}

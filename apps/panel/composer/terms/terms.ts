import type { ComposedCampaign, Message } from '../../api/compose/message.js';

/** Units of a time to live, as the interface writes them: minutes, hours, days. */
export const TTL_UNITS = ['m', 'h', 'd'] as const;
export type TtlUnit = (typeof TTL_UNITS)[number];

/** Typed terms of a campaign beside its texts and its audience. Amounts are digits; empty: there is none. */
export interface Terms {
  /** Names: users who refused one of them get nothing. */
  categories: readonly string[];
  /** The label for reports. */
  label: string;
  /** After it a message that was not received is dropped. */
  ttl: string;
  ttlUnit: TtlUnit;
  /** Recipients of a package, and minutes between two. */
  speedSize: string;
  speedMins: string;
  /** Users at most. */
  limit: string;
  /** Percent of the users who get nothing. */
  holdout: string;
  priority: Priority;
}

/** Order of launch among the waiting campaigns. */
export const PRIORITIES = ['low', 'normal', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];

const NO_OPTIONS = { holdout: '', priority: 'normal' } as const;

export function newTerms(): Terms {
  return { categories: [], label: '', ttl: '', ttlUnit: 'h', speedSize: '', speedMins: '', limit: '', ...NO_OPTIONS };
}

/** The part of them that the message has. */
export function messageTermsOf({ categories, label, ttl, ttlUnit }: Terms): Partial<Message> {
  return {
    ...(label.trim() !== '' && { labels: label.trim() }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(ttl !== '' && { ttl: `${ttl}${ttlUnit}` }),
  };
}

/** The part of them beside the message. A half-typed speed goes to the server, which names the missing part. */
export function campaignTermsOf({
  speedSize,
  speedMins,
  limit,
  holdout,
  priority,
}: Terms): Pick<ComposedCampaign, 'speed' | 'limit' | 'options'> {
  const options = {
    ...(holdout !== '' && { holdout: `${holdout}%` }),
    ...(priority !== 'normal' && { priority }),
  };
  const speed = {
    ...(speedSize !== '' && { packageSize: Number(speedSize) }),
    ...(speedMins !== '' && { intervalMins: Number(speedMins) }),
  };
  return {
    ...(Object.keys(speed).length > 0 && { speed }),
    ...(limit !== '' && { limit: Number(limit) }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

/** Reverses both, for a stored campaign of any form. */
export function termsOf(
  message: { labels?: string; categories?: unknown; ttl?: string } | undefined,
  { speed, limit, options }: Pick<ComposedCampaign, 'speed' | 'limit' | 'options'>,
): Terms {
  const [, ttl, ttlUnit] = /^(\d+)([mhd])$/.exec(message?.ttl ?? '') ?? [];
  const categories: unknown[] = Array.isArray(message?.categories) ? message.categories : [];
  return {
    ...newTerms(),
    categories: categories.filter((name) => typeof name === 'string'),
    label: message?.labels ?? '',
    ...(ttl !== undefined && { ttl, ttlUnit: ttlUnit as TtlUnit }),
    speedSize: String(speed?.packageSize ?? ''),
    speedMins: String(speed?.intervalMins ?? ''),
    limit: String(limit ?? ''),
    holdout: (options?.holdout ?? '').replace(/%$/u, ''),
    priority: PRIORITIES.find((name) => name === options?.priority) ?? 'normal',
  };
}

/** Checks that stored texts can be the terms of a draft. */
export function areTerms({
  ttl,
  ttlUnit,
  speedSize,
  speedMins,
  limit,
  holdout = '',
  priority = 'normal',
}: Record<string, unknown>): boolean {
  return (
    PRIORITIES.some((name) => name === priority) &&
    [ttl, speedSize, speedMins, limit, holdout].every((amount) => typeof amount === 'string' && /^\d*$/.test(amount)) &&
    TTL_UNITS.some((unit) => unit === ttlUnit)
  );
}

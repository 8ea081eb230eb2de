import type { Channel } from '#libs/channels/definitions';
import {
  channelOf,
  type JsonObject,
  type Platform,
  platformByNumber,
  type RenderPlan,
  type RenderRecipient,
  type ValueKind,
} from '#libs/content';
import type { ReadOptions } from '#libs/users/registry';

/** The meaning of numbers among the attributes of an application, by code. */
export type ValueKinds = ReadonlyMap<string, ValueKind>;
export const NO_KINDS: ValueKinds = new Map();

/**
 * Selects what is read of recipients, because their message differs by it.
 *
 * @param needsZone  the time at which it leaves does too
 */
export function toReadOptions(
  { needsProfile: withProfile, needsLanguage, attributes }: RenderPlan,
  kinds: ValueKinds,
  needsZone = false,
): ReadOptions {
  const withTimeZone = needsZone || (kinds.size > 0 && attributes.some((code) => kinds.get(code) === 'time'));
  return { withProfile, deviceAlone: !needsLanguage && !withTimeZone, ...(withTimeZone && { withTimeZone }) };
}

/** The stored facts of a recipient that rendering reads. */
export interface StoredRecipient {
  platform: number;
  address: string | null;
  language: string | null;
  profile: Readonly<Record<string, unknown>> | undefined;
  /** Absent: none of its own. */
  params?: JsonObject | undefined;
  timeZone: string | null;
  drawsMessages?: boolean;
}

/** The channel that a recipient has now. */
export function findChannel({ platform, address }: Pick<StoredRecipient, 'platform' | 'address'>): Channel {
  return channelOf(toPlatform(platform), address ?? undefined);
}

/** A recipient as it is stored, in the form that rendering reads. */
export function toRenderRecipient(
  { platform, address, language, profile, params, timeZone, drawsMessages = false }: StoredRecipient,
  kinds: ValueKinds,
): RenderRecipient {
  const name = toPlatform(platform);
  return {
    platform: name,
    channel: channelOf(name, address ?? undefined),
    ...(language !== null && { language }),
    ...(drawsMessages && { drawsMessages }),
    ...(params && { params }),
    ...(profile && { profile, kinds, ...(timeZone !== null && { timeZone }) }),
  };
}

/** @throws Error for a number that no platform has */
function toPlatform(number: number): Platform {
  const name = platformByNumber(number);
  if (!name) {
    throw new Error(`No platform has number ${number}`);
  }
  return name;
}

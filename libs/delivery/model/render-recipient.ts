import { channelOf, platformByNumber, type RenderPlan, type RenderRecipient, type ValueKind } from '#libs/content';
import type { ReadOptions } from '#libs/users';

/** What numbers among the attributes of an application mean, by code. */
export type ValueKinds = ReadonlyMap<string, ValueKind>;
export const NO_KINDS: ValueKinds = new Map();

/** What is read of recipients, because their message differs by it. */
export function toReadOptions(
  { needsProfile: withProfile, needsLanguage, attributes }: RenderPlan,
  kinds: ValueKinds,
): ReadOptions {
  const withTimeZone = kinds.size > 0 && attributes.some((code) => kinds.get(code) === 'time');
  return { withProfile, deviceAlone: !needsLanguage, ...(withTimeZone && { withTimeZone }) };
}

/** A recipient as it is stored, in the form that rendering reads. */
export function toRenderRecipient(
  {
    platform,
    address,
    language,
    profile,
    timeZone,
    drawsMessages = false,
  }: {
    platform: number;
    address: string | null;
    language: string | null;
    profile: Readonly<Record<string, unknown>> | undefined;
    timeZone: string | null;
    drawsMessages?: boolean;
  },
  kinds: ValueKinds,
): RenderRecipient {
  const name = platformByNumber(platform);
  if (!name) {
    throw new Error(`No platform has number ${platform}`);
  }
  return {
    platform: name,
    channel: channelOf(name, address ?? undefined),
    ...(language !== null && { language }),
    ...(drawsMessages && { drawsMessages }),
    ...(profile && { profile, kinds, ...(timeZone !== null && { timeZone }) }),
  };
}

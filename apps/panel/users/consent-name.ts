import type { UserHead } from '../api/types.js';

type Consent = UserHead['consents'][number];

/** Identifies a consent among those of a person. */
export function idOfConsent({ kind, subject, channel }: Consent): string {
  return `${kind} ${subject}${channel === undefined ? '' : ` ${channel}`}`;
}

/** The consent in words. @param channels  names of channels in the language of the member */
export function nameOfConsent({ subject, channel }: Consent, channels: Readonly<Record<string, string>>): string {
  const name = channels[subject] ?? subject;
  return channel === undefined ? name : `${name}, ${channels[channel] ?? channel}`;
}

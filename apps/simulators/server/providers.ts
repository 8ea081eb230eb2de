/** The providers that are simulated, under the names that the control API and the senders use. */
export const PROVIDERS = ['apns', 'fcm', 'webpush', 'smtp', 'sms'] as const;
export type Provider = (typeof PROVIDERS)[number];

export function isProvider(value: unknown): value is Provider {
  return PROVIDERS.some((provider) => provider === value);
}

/** One value per provider. */
export function perProvider<T>(make: (provider: Provider) => T): Record<Provider, T> {
  return { apns: make('apns'), fcm: make('fcm'), webpush: make('webpush'), smtp: make('smtp'), sms: make('sms') };
}

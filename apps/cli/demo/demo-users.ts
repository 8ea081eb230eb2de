import { createHash } from 'node:crypto';

/** The platforms of the demo, and their simulators. */
export const PLATFORMS = [
  { platform: 'IOS', provider: 'apns' },
  { platform: 'ANDROID', provider: 'fcm' },
  { platform: 'CHROME', provider: 'webpush' },
  { platform: 'EMAIL', provider: 'smtp' },
  { platform: 'SMS', provider: 'sms' },
] as const;

const NAMES = ['Ada', 'Bora', 'Chen', 'Defne', 'Emre', 'Fatma', 'Grace', 'Hugo', 'Ines', 'Jonas'];
const CITIES = ['Ankara', 'Izmir', 'Lisbon', 'Osaka'];

/** One demo user as `registerUsers` takes it. */
export function makeUser(index: number): object {
  return {
    extId: toExtId(index),
    email: `demo${index}@example.com`,
    msisdn: `+4915${String(70_000_000 + index)}`,
    tags: index % 4 === 0 ? ['vip'] : [],
    profile: {
      name: NAMES[index % NAMES.length],
      city: CITIES[index % CITIES.length],
      age: 18 + (index % 50),
      plan: index % 3 === 0 ? 'plus' : 'free',
    },
  };
}

export function toExtId(index: number): string {
  return `demo-${index}`;
}

/** Push tokens of the length and alphabet of real ones. */
export function iosToken(index: number): string {
  return createHash('sha256').update(`ios ${index}`).digest('hex');
}

export function androidToken(index: number): string {
  const text = createHash('sha512').update(`android ${index}`).digest('base64url');
  return `${text.slice(0, 22)}:APA91b${text.repeat(2).slice(0, 134)}`;
}

/**
 * Some addresses are refused permanently, so that the table shows failures: the same ones in every run.
 */
export const REFUSALS = {
  seed: 7,
  rules: [
    { provider: 'apns', share: 0.04, sticky: true, status: 410, reason: 'Unregistered' },
    { provider: 'fcm', share: 0.04, sticky: true, status: 404, reason: 'UNREGISTERED' },
    { provider: 'webpush', share: 0.04, sticky: true, status: 410 },
    { provider: 'smtp', share: 0.04, sticky: true, status: 550 },
    { provider: 'sms', share: 0.04, sticky: true, status: 400, reason: '21211' },
  ],
};

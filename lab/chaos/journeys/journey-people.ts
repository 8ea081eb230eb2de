import { DEAR, MOODS, type Mood, QUIET_ZONE } from './journey-file.js';

/** The end of a cart. @property delayMs  of the purchase, after the answer to the cart; absent: none */
export interface Cart {
  cart: string;
  price: number;
  delayMs?: number;
  /** When the purchase was answered; absent: it was not asked for. */
  answeredAt?: number;
}

/** A person of one wave, with one address on one channel. */
export interface JourneyPerson {
  extId: string;
  mood: Mood;
  address: { platform: 'IOS'; deviceToken: string; timeZone?: string } | { email: string } | { msisdn: string };
  isQuiet: boolean;
  carts: Cart[];
  /** Just before the first attempt at the request of entry. */
  enteredAt: number;
  /** When the request of entry was answered. */
  answeredAt: number;
}

/** Delays of purchases: in time, and around the end of the wait. */
const IN_TIME_MS = [0, 3500] as const;
const NEAR_MS = [7500, 8500, 9500] as const;
const SHARES = { inTime: 0.4, near: 0.15 };

/** People of a wave: every third on each channel, of the devices some in quiet hours, and every fourth with three carts. */
export function makePeople(random: () => number, first: number, count: number): JourneyPerson[] {
  return Array.from({ length: count }, (_, index): JourneyPerson => {
    const n = first + index;
    const extId = `journey-${n}`;
    const isQuiet = n % 3 === 0 && n % 5 === 0;
    return {
      extId,
      mood: MOODS[Math.floor(random() * MOODS.length)] ?? 'calm',
      address: addressOf(n, isQuiet),
      isQuiet,
      carts: Array.from({ length: n % 4 === 0 ? 3 : 1 }, (__, order) => makeCart(random, `${n}-${order}`)),
      enteredAt: 0,
      answeredAt: 0,
    };
  });
}

function addressOf(n: number, isQuiet: boolean): JourneyPerson['address'] {
  switch (n % 3) {
    case 0:
      return {
        platform: 'IOS',
        deviceToken: `6c${n.toString(16).padStart(62, '0')}`,
        ...(isQuiet && { timeZone: QUIET_ZONE }),
      };
    case 1:
      return { email: `journey${n}@example.com` };
    default:
      return { msisdn: `+4915${String(30_000_000 + n)}` };
  }
}

function makeCart(random: () => number, cart: string): Cart {
  const fate = random();
  const pick = (delays: readonly number[]): number => delays[Math.floor(random() * delays.length)] ?? 0;
  const price = Math.floor(random() * 2 * DEAR);
  if (fate < SHARES.inTime) {
    return { cart, price, delayMs: pick(IN_TIME_MS) };
  }
  return fate < SHARES.inTime + SHARES.near ? { cart, price, delayMs: pick(NEAR_MS) } : { cart, price };
}

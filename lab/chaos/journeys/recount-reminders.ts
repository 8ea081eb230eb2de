import type { LoggedDelivery } from '../../../test/support/processes/simulator-client.js';
import { DEAR, type Message, TEXT_FORM, WAIT_SECONDS } from './journey-file.js';
import type { Cart, JourneyPerson } from './journey-people.js';

/** Figures of a recount from receipts and from the client's notes; all but the first three must be zero. */
export interface ReminderCount {
  people: number;
  receipts: number;
  in_doubt: number;
  /** People without a greeting or a reminder that they should have got, and that is not in doubt. */
  lost: number;
  /** Messages that a provider took more than once, and that are not listed as in doubt. */
  duplicates_unlisted: number;
  /** Greetings or reminders of one cart under two ids. */
  twice: number;
  /** Reminders of carts whose purchase was answered in time. */
  reminded_after_purchase: number;
  inside_quiet: number;
  over_cap: number;
  /** People with several carts, who got no reminder although one was allowed. */
  under_cap: number;
  /** Messages with another value than the last answered request had written, or by the wrong branch. */
  stale: number;
}

export const NO_REMINDERS: Readonly<ReminderCount> = {
  people: 0,
  receipts: 0,
  in_doubt: 0,
  lost: 0,
  duplicates_unlisted: 0,
  twice: 0,
  reminded_after_purchase: 0,
  inside_quiet: 0,
  over_cap: 0,
  under_cap: 0,
  stale: 0,
};

/** A receipt of a simulator, read. */
export interface Receipt {
  at: number;
  messageId: string;
  message: Message;
  cart: string;
  price: number;
  mood: string;
}

/** @returns undefined: it is no message of these journeys */
export function readReceipt({ at, messageId, payload }: LoggedDelivery): Receipt | undefined {
  const found = TEXT_FORM.exec(JSON.stringify(payload));
  if (!found) {
    return undefined;
  }
  const [, message = '', cart = '', price = '', mood = ''] = found;
  return { at: Date.parse(at), messageId, message: message as Message, cart, price: Number(price), mood };
}

/** The end of a cart, by the answers that the client got. */
type Fate = 'open' | 'bought' | 'raced';

/**
 * Counts one person. Shares no code with the product: it knows the meaning of the file, and the receipts.
 *
 * @param doubted     messages of the person that are listed as in doubt
 * @param quietUntil  end of the quiet hours, in which the person was from the start
 */
export function recountPerson(
  person: JourneyPerson,
  receipts: readonly Receipt[],
  doubted: ReadonlySet<Message>,
  quietUntil: number,
): ReminderCount {
  const { carts, mood, isQuiet, extId } = person;
  const greetings = receipts.filter(({ message }) => isGreeting(message));
  const reminders = receipts.filter(({ message }) => !isGreeting(message));
  const fates = new Map(carts.map((cart) => [cart.cart, fateOf(person, cart)]));
  const isReminderDoubted = doubted.has('cheap') || doubted.has('dear');
  const isDue = [...fates.values()].includes('open') && reminders.length === 0 && !isReminderDoubted;
  const isGreetingLost = greetings.length === 0 && !doubted.has(mood);
  const isStale = ({ message, cart, price, mood: told }: Receipt): boolean => {
    const own = carts.find((each) => each.cart === cart);
    const expected = isGreeting(message) ? [mood, `join-${extId}`, 0] : [armOf(own), own?.cart, own?.price];
    return told !== mood || expected[0] !== message || expected[1] !== cart || expected[2] !== price;
  };
  return {
    people: 1,
    receipts: receipts.length,
    in_doubt: doubted.size > 0 ? 1 : 0,
    lost: (isGreetingLost ? 1 : 0) + (isDue && carts.length === 1 ? 1 : 0),
    duplicates_unlisted: countCopies(receipts.filter(({ message }) => !doubted.has(message))),
    twice: countOtherIds(receipts),
    reminded_after_purchase: reminders.filter(({ cart }) => fates.get(cart) === 'bought').length,
    inside_quiet: isQuiet ? receipts.filter(({ at }) => at < quietUntil).length : 0,
    over_cap: Math.max(0, new Set(reminders.map(({ cart }) => cart)).size - 1),
    under_cap: isDue && carts.length > 1 ? 1 : 0,
    stale: receipts.filter(isStale).length,
  };
}

function isGreeting(message: Message): boolean {
  return message === 'calm' || message === 'keen';
}

function armOf(cart: Cart | undefined): Message {
  return cart && cart.price >= DEAR ? 'dear' : 'cheap';
}

/** A wait begins after the request of entry was made, so a purchase that is answered within its length is in time. */
function fateOf({ enteredAt }: JourneyPerson, { delayMs, answeredAt }: Cart): Fate {
  if (delayMs === undefined) {
    return 'open';
  }
  return answeredAt !== undefined && answeredAt < enteredAt + WAIT_SECONDS * 1000 ? 'bought' : 'raced';
}

/** Receipts beyond the first of each id. That of an SMS is made of its number and text. */
function countCopies(receipts: readonly Receipt[]): number {
  return receipts.length - new Set(receipts.map(({ messageId }) => messageId)).size;
}

function countOtherIds(receipts: readonly Receipt[]): number {
  const ids = new Set(receipts.map(({ cart, messageId }) => `${cart} ${messageId}`));
  return ids.size - new Set(receipts.map(({ cart }) => cart)).size;
}

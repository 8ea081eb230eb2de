import { Dice } from '../rooms/dice.js';

/** A person as a request registers it, with what a plain recount needs. */
export interface SharedPerson {
  extId: string;
  tags: string[];
  email?: string;
  msisdn?: string;
  /** Number of the mailbox and of the phone, whatever their spelling. */
  mailbox?: number;
  phone?: number;
  refusesMail: boolean;
  refusesSms: boolean;
  refusesNews: boolean;
  /** Days before 2026; absent: no device was ever active. */
  seenDaysAgo?: number;
}

/** Spellings of one mailbox each: case, IDN, NFC and NFD. */
const SPELLINGS: readonly ((n: number) => string)[][] = [
  [(n) => `ada${n}@example.com`, (n) => `Ada${n}@EXAMPLE.com`, (n) => `ADA${n}@example.COM`],
  [(n) => `ada${n}@müller.example`, (n) => `ada${n}@xn--mller-kva.example`, (n) => `Ada${n}@MÜLLER.example`],
  [(n) => `rene\u0301e${n}@example.com`, (n) => `renée${n}@example.com`, (n) => `RENÉE${n}@Example.com`],
];

export const TAGS = ['red', 'blue'] as const;

/** Draws people who often share addresses. */
export function drawSharedPeople(seed: number, size: number): SharedPerson[] {
  const dice = new Dice(seed);
  const addresses = Math.ceil(size / 3);
  return Array.from({ length: size }, (_, n) => {
    const mailbox = dice.isOneIn(8) ? undefined : dice.below(addresses);
    const phone = dice.isOneIn(4) ? undefined : dice.below(addresses);
    return {
      extId: `p${seed}-${n}`,
      tags: dice.some(TAGS).map((tag) => `${tag}${seed}`),
      ...(mailbox !== undefined && {
        mailbox,
        email: dice.pick(SPELLINGS[mailbox % SPELLINGS.length] ?? [])(seed * 1000 + mailbox),
      }),
      ...(phone !== undefined && { phone, msisdn: `+90532${String(seed * 1000 + phone).padStart(7, '0')}` }),
      refusesMail: dice.isOneIn(5),
      refusesSms: dice.isOneIn(5),
      refusesNews: dice.isOneIn(4),
      ...(!dice.isOneIn(4) && { seenDaysAgo: dice.below(5) }),
    };
  });
}

type Kind = 'email' | 'sms';
export type Ends = Record<string, string>;

/** How a campaign to a tag must end for each of its users, by a plain recount. @param uids  by extId */
export function recountEnds(
  people: readonly SharedPerson[],
  uids: ReadonlyMap<string, number>,
  { kind, tag, suppressed }: { kind: Kind; tag: string; suppressed: ReadonlySet<number> },
): Ends {
  const [addressOf, refuses] =
    kind === 'email'
      ? [(p: SharedPerson) => p.mailbox, (p: SharedPerson) => p.refusesMail]
      : [(p: SharedPerson) => p.phone, (p: SharedPerson) => p.refusesSms];
  const audience = people.filter((person) => person.tags.includes(tag));
  const comesFirst = (a: SharedPerson, b: SharedPerson): number =>
    Number(a.refusesNews) - Number(b.refusesNews) ||
    (a.seenDaysAgo ?? 1e6) - (b.seenDaysAgo ?? 1e6) ||
    (uids.get(a.extId) ?? 0) - (uids.get(b.extId) ?? 0);
  return Object.fromEntries(
    audience.map((person) => {
      const address = addressOf(person);
      if (address === undefined) {
        return [person.extId, 'NO_ADDRESS'];
      }
      if (refuses(person)) {
        return [person.extId, 'OPTED_OUT'];
      }
      const [first] = audience
        .filter((sharer) => addressOf(sharer) === address && !refuses(sharer))
        .toSorted(comesFirst);
      if (first !== person) {
        return [person.extId, 'SAME_ADDRESS'];
      }
      const stopped = suppressed.has(address) ? 'SUPPRESSED' : 'SUCCESS';
      return [person.extId, person.refusesNews ? 'CATEGORY_OPTED_OUT' : stopped];
    }),
  );
}

import type { Lab } from '../lab.js';

/** Users registered by one request. */
const BATCH = 1000;

/** A person with an iPhone. @property contents  indexes of the contents that can reach her */
export interface ReachablePerson {
  extId: string;
  deviceToken: string;
  msisdn?: string;
  email?: string;
  contents: number[];
}

/** Registers people with an iPhone each; every third has a number, and every second an address. */
export async function registerReachable(lab: Lab, users: number, tag: string): Promise<ReachablePerson[]> {
  const campaign = Number(tag.replaceAll(/\D/g, ''));
  const people = Array.from({ length: users }, (_, n): ReachablePerson => {
    const number = campaign * users + n;
    const [hasNumber, hasMail] = [n % 3 === 0, n % 2 === 0];
    return {
      extId: `${tag}-${n}`,
      deviceToken: `4b${number.toString(16).padStart(62, '0')}`,
      ...(hasNumber && { msisdn: `+4915${String(20_000_000 + number)}` }),
      ...(hasMail && { email: `reach${number}@example.com` }),
      contents: [0, ...(hasNumber ? [1] : []), ...(hasMail ? [2] : [])],
    };
  });
  for (let from = 0; from < users; from += BATCH) {
    const batch = people.slice(from, from + BATCH);
    await lab.stack.rest.register(
      batch.map(({ contents: _contents, ...person }) => ({ ...person, platform: 'IOS', tags: [tag] })),
    );
  }
  return people;
}

import { toMailboxKey } from '#platform/spelling';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import type { Lab } from '../lab.js';

/** Users registered by one request. */
const BATCH = 1000;
/** In each group of so many users the last two share their mailbox and their number: one user in ten shares. */
const GROUP = 20;
/** One in so many groups has a first holder who refuses e-mail. */
const REFUSING = 7;
/** Further spellings of a mailbox: case, the domain in its encoded form, and NFD. */
const SPELLINGS = [
  (n: number) => [`Rene\u0301e${n}@b\u00fccher.example`, `ren\u00e9e${n}@xn--bcher-kva.example`],
  (n: number) => [`user${n}@example.com`, `USER${n}@Example.COM`],
  (n: number) => [`ada${n}@m\u00fcller.example`, `Ada${n}@M\u00dcLLER.example`],
];

/** @property owners  the user that a campaign has to reach, by key of a mailbox and by number */
export interface SharingPeople {
  tag: string;
  owners: ReadonlyMap<string, string>;
  sharers: number;
}

/**
 * Registers people; one in ten shares an e-mail address and a number with another one, in other spellings. Of two
 * the second one was seen last; some of these refuse e-mail, so that the first one is reached.
 */
export async function registerSharingPeople(lab: Lab, users: number, tag: string): Promise<SharingPeople> {
  const owners = new Map<string, string>();
  let sharers = 0;
  for (let from = 0; from < users; from += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, users - from) }, (_, n) => toPerson(from + n, tag));
    await lab.stack.rest.register(people.map(({ refuses: _refuses, ...person }) => person));
    const refusing = people.flatMap(({ refuses, extId }) => (refuses ? [extId] : []));
    if (refusing.length > 0) {
      expectOk(await lab.stack.rest.post('disableMail', { extIds: refusing }));
    }
    for (const { extId, email, msisdn, refuses } of people) {
      const mailbox = toMailboxKey(email);
      sharers += owners.has(msisdn) ? 2 : 0;
      owners.set(msisdn, extId);
      if (!refuses) {
        owners.set(mailbox, extId);
      }
    }
  }
  // The later of two users with one address was seen later.
  await lab.look((db) =>
    db.affected(
      `UPDATE users.installation AS i SET last_active_at = '2026-01-01'::timestamptz + split_part(u.ext_id, '-', 2)::integer * interval '1 second'
         FROM users.app_user AS u WHERE u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid AND u.ext_id LIKE 'same-%'`,
      [],
    ),
  );
  return { tag, owners, sharers };
}

interface RegisteredPerson {
  extId: string;
  tags: string[];
  profile: { plan: string };
  platform: 'IOS';
  deviceToken: string;
  email: string;
  msisdn: string;
  refuses: boolean;
}

function toPerson(n: number, tag: string): RegisteredPerson {
  const isSecond = n % GROUP === GROUP - 1;
  const holder = isSecond ? n - 1 : n;
  const group = Math.floor(n / GROUP);
  const [first = '', second = ''] = SPELLINGS[group % SPELLINGS.length]?.(holder) ?? [];
  return {
    extId: `same-${n}`,
    tags: [tag],
    profile: { plan: `same-${n}` },
    platform: 'IOS',
    deviceToken: `5a${n.toString(16).padStart(62, '0')}`,
    email: isSecond ? second : first,
    msisdn: `+4915${String(10_000_000 + holder)}`,
    refuses: isSecond && group % REFUSING === 0,
  };
}

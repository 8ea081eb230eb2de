import { describe, expect, it } from 'vitest';
import { SYSTEM } from '#libs/audit';
import { ImportService } from '#libs/users/imports';
import { identityContract } from '../../test/support/contract/identity-contract.js';
import { fileOf } from '../../test/support/rooms/import-lines.js';
import { seeded } from '../../test/support/rooms/seeded-random.js';

const SEED = 8;
const ROUNDS = 6;
/** People of a round, whose lines are in other orders than their merges. */
const PEOPLE = 12;
/** The answer to whoever met another transaction, with the advice to come again. */
const COME_AGAIN = 2031;
const CSV = { format: 'csv', mapping: {}, dryRun: false } as const;

const identity = identityContract();
const { ok, rest, sdk, newDevice, instIdOf, ownerOf, uidOf } = identity;
const random = seeded(SEED);
let people = 0;

interface Person {
  extId: string;
  /** An account exists already. */
  isKnown: boolean;
  /** The file has the token of the person's own device. */
  hasOwnToken: boolean;
  token: string;
  device: Awaited<ReturnType<typeof newDevice>>;
  nameless: number;
}

/** Registers an anonymous user on a device, with a profile and an opt-out. */
async function arrive(isKnown: boolean, hasOwnToken: boolean): Promise<Person> {
  const person = (people += 1);
  const extId = `racer-${person}`;
  const token = `token-of-${person}`;
  if (isKnown) {
    await ok(rest('registerUsers', [{ extId, tags: ['known'], profile: { likes: ['tea'] } }]));
  }
  const device = await newDevice({ token });
  const nameless = await ownerOf(device);
  await ok(sdk('users/profile', { ...device, profile: { nick: `nick-${person}` } }));
  await ok(sdk('users/preferences', { ...device, categories: { News: false }, smsPermitted: false }));
  return { extId, isKnown, hasOwnToken, token, device, nameless };
}

/** Names a user, and repeats it when asked to, as an app does. */
async function merge({ device, extId }: Person): Promise<void> {
  for (;;) {
    const answer = await sdk('users/identify', { ...device, extId });
    if (answer.status === 200) {
      return;
    }
    expect(answer.json).toMatchObject({ code: COME_AGAIN });
  }
}

async function importFile(persons: readonly Person[]): Promise<void> {
  const lines = persons.map(
    ({ extId, hasOwnToken, token }) => `${extId},imported,IOS,${hasOwnToken ? token : `other-${token}`},7`,
  );
  const text = ['extId,tags,platform,deviceToken,score', ...lines, ''].join('\n');
  const imports = identity.gateway.app.get(ImportService, { strict: false });
  const done = await imports.importFile(identity.gateway.appId, CSV, fileOf(text), SYSTEM);
  expect(done).toMatchObject({ state: 'FINISHED', counts: { lines: persons.length, refused: 0 } });
}

/** Stored rows of a person, without ids. */
async function stateOf({ extId, token, device, nameless }: Person) {
  const { appId, fresh } = identity.gateway;
  const users = await fresh.db.rows<Record<string, unknown>>(
    `SELECT u.uid, u.sms_opt_in AS "smsOptIn",
            (SELECT array_agg(t.name ORDER BY t.name) FROM users.tag AS t WHERE t.app_id = u.app_id AND t.tag_id = ANY (u.tags)) AS tags,
            (SELECT jsonb_object_agg(d.code, u.attrs -> d.attr_id::text) FROM users.attribute_def AS d
              WHERE d.app_id = u.app_id AND d.code IN ('nick', 'likes', 'score') AND u.attrs ? d.attr_id::text) AS attrs,
            (SELECT count(*)::integer FROM users.category_optout AS o WHERE o.app_id = u.app_id AND o.uid = u.uid) AS refused,
            (SELECT count(*)::integer FROM users.installation AS i WHERE i.app_id = u.app_id AND i.uid = u.uid) AS devices
       FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2`,
    [appId, extId],
  );
  const person = await uidOf(extId);
  const left = await fresh.db.rows('SELECT FROM users.app_user AS u WHERE u.app_id = $1 AND u.uid = $2', [
    appId,
    nameless,
  ]);
  const aliases = await fresh.db.rows<{ toUid: number }>(
    'SELECT a.to_uid AS "toUid" FROM users.alias AS a WHERE a.app_id = $1 AND a.uid = $2',
    [appId, nameless],
  );
  const holders = await fresh.db.rows('SELECT FROM users.installation AS i WHERE i.app_id = $1 AND i.token = $2', [
    appId,
    token,
  ]);
  return {
    holders: holders.length,
    users: users.map(({ uid, attrs, ...more }) => ({
      ...more,
      attrs: JSON.parse(JSON.stringify(attrs).replaceAll(/nick-\d+/g, 'nick')) as unknown,
      isFound: uid === person,
    })),
    namelessLeft: left.length,
    aliases: aliases.map(({ toUid }) => toUid === person),
    isOwner: (await ownerOf(device)) === person && instIdOf(device) > 0,
  };
}

describe('Imports of people who are merged at the same time', () => {
  it('An import beside merges of its users leaves what one after the other leaves', async () => {
    const kinds = [true, false].flatMap((isKnown) => [true, false].map((own) => [isKnown, own] as const));
    const allowed = new Map<string, unknown[]>();
    for (const [isKnown, hasOwnToken] of kinds) {
      const [first, second] = [await arrive(isKnown, hasOwnToken), await arrive(isKnown, hasOwnToken)];
      await merge(first);
      await importFile([first]);
      await importFile([second]);
      await merge(second);
      const states = [await stateOf(first), await stateOf(second)];
      expect(states.map(({ users, holders, isOwner }) => [users.length, holders, isOwner])).toEqual([
        [1, 1, true],
        [1, 1, true],
      ]);
      allowed.set(`${isKnown} ${hasOwnToken}`, states);
    }
    for (let round = 0; round < ROUNDS; round++) {
      const persons: Person[] = [];
      for (let n = 0; n < PEOPLE; n++) {
        persons.push(await arrive(random() < 0.5, random() < 0.5));
      }
      const shuffled = (): Person[] =>
        persons
          .map((person) => [random(), person] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, person]) => person);
      await Promise.all([importFile(shuffled()), importFile(shuffled()), ...shuffled().map(merge)]);
      for (const person of persons) {
        const { isKnown, hasOwnToken } = person;
        expect(allowed.get(`${isKnown} ${hasOwnToken}`)).toContainEqual(await stateOf(person));
      }
    }
  });
});

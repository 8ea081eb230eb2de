import { afterAll, beforeAll, beforeEach } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../database/database.js';
import { openUsersRoom, type UsersRoom } from './users-room.js';

/** Attributes that every application of these tests defines. */
export const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'favourites', dataType: 'STRING', array: true },
  { code: 'city', dataType: 'STRING', options: ['Ankara', 'Izmir'] },
  { code: 'seen', dataType: 'TIME_STAMP' },
  { code: 'born', dataType: 'DATE' },
  { code: 'rate', dataType: 'DOUBLE' },
  { code: 'isMember', dataType: 'BOOLEAN' },
];

interface UserRow {
  uid: number;
  vb: number;
  extId: string;
  tags: string[];
  updatedAt: Date;
}

/** The users module for the tests of one file, with a new application for each, and what reads the users in it. */
export function registeredUsers() {
  let fresh: FreshDatabase;
  let room: UsersRoom;
  let appId: number;
  let apps = 0;

  async function anApplication(file: object = {}): Promise<number> {
    return (await room.applying.apply({ app: `shop-${(apps += 1)}`, ...file }, { dryRun: false })).app.id;
  }

  beforeAll(async () => {
    fresh = await freshDatabase({ pool: 20 });
    room = await openUsersRoom(fresh);
  });
  afterAll(async () => {
    await room.close();
    await fresh.close();
  });
  beforeEach(async () => {
    appId = await anApplication({ attributes: ATTRIBUTES });
  });

  /** Users of an application with the names of their tags. */
  async function usersOf(id = appId): Promise<Map<string, UserRow>> {
    const rows = await fresh.db.rows<UserRow>(
      `WITH u AS MATERIALIZED (SELECT u.* FROM users.app_user AS u WHERE u.app_id = $1)
     SELECT u.uid, u.vb, u.ext_id AS "extId", u.updated_at AS "updatedAt",
            ARRAY(SELECT t.name FROM users.tag AS t WHERE t.app_id = u.app_id AND t.tag_id = ANY (u.tags) ORDER BY t.name) AS tags
     FROM u`,
      [id],
    );
    return new Map(rows.map((row) => [row.extId, row]));
  }

  async function feed(id = appId): Promise<{ kind: string; uids: number[]; keys: number[] }[]> {
    const rows = await fresh.db.rows<{ kind: string; uids: number[]; keys: number[] }>(
      'SELECT o.kind, to_json(o.uids) AS uids, o.keys FROM platform.outbox AS o WHERE o.app_id = $1 ORDER BY o.xid, o.kind',
      [id],
    );
    return rows;
  }

  const profile = async (extId: string, id = appId) => (await room.devices.getProfileAttributes(id, extId)).profile;

  return {
    get fresh() {
      return fresh;
    },
    get room() {
      return room;
    },
    /** The application of the test. */
    get appId() {
      return appId;
    },
    anApplication,
    usersOf,
    feed,
    profile,
  };
}

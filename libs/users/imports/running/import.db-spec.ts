import { describe, expect, it } from 'vitest';
import { SYSTEM } from '#libs/audit';
import type { StoredImport } from '#libs/users/imports';
import { Crash, crashingDatabase } from '../../../../test/support/database/crashing-database.js';
import { fileOf, IMPORT_ATTRIBUTES, importText, isRefusedLine } from '../../../../test/support/rooms/import-lines.js';
import { Dice } from '../../../../test/support/rooms/dice.js';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';
import { openUsersRoom } from '../../../../test/support/rooms/users-room.js';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { USER_FIELDS } from '../mapping/read-mapping.js';

const shop = registeredUsers();
const CSV = { format: 'csv', mapping: {}, dryRun: false } as const;
const DRY = { ...CSV, dryRun: true };

const run = (appId: number, text: string, request: Parameters<typeof shop.room.imports.importFile>[1] = CSV) =>
  shop.room.imports.importFile(appId, request, fileOf(text), SYSTEM);

const anApp = () => shop.anApplication({ attributes: IMPORT_ATTRIBUTES });

/** Everything that an import writes, by extId. The names are asked for apart: Citus has them on another server. */
async function stateOf(appId: number): Promise<unknown[]> {
  const { db } = shop.fresh;
  const codes = await db.rows<{ id: string; name: string }>(
    'SELECT d.attr_id::text AS id, d.code AS name FROM users.attribute_def AS d WHERE d.app_id = $1',
    [appId],
  );
  const tags = await db.rows<{ id: string; name: string }>(
    'SELECT t.tag_id::text AS id, t.name FROM users.tag AS t WHERE t.app_id = $1',
    [appId],
  );
  const [codeOf, tagOf] = [codes, tags].map((rows) => new Map(rows.map(({ id, name }) => [id, name])));
  const users = await db.rows<{ attrs: object; tags: number[] }>(
    `SELECT u.ext_id, u.email, u.msisdn, u.attrs, u.tags,
            u.tracking,
            (SELECT array_agg(i.platform || i.token ORDER BY i.token) FROM users.installation AS i
             WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid) AS devices
     FROM users.app_user AS u WHERE u.app_id = $1 ORDER BY u.ext_id`,
    [appId],
  );
  return users.map((user) => ({
    ...user,
    attrs: Object.fromEntries(Object.entries(user.attrs).map(([id, value]) => [codeOf?.get(id), value])),
    tags: user.tags.map((id) => tagOf?.get(String(id))).toSorted(),
  }));
}

/** An entry with one value at a path. */
function toEntry([name = '', ...path]: string[], value: unknown): object {
  return { extId: 'x', [name]: path.length > 0 ? { [String(path[0])]: value } : value };
}

/** Lines of 40 users, each with one line at most: devices change hands between files. */
function randomLines(dice: Dice): string {
  const users = Array.from({ length: 40 }, (_, n) => n).filter(() => dice.isOneIn(2));
  const lines = users.map((user) => ({
    extId: `r-${user}`,
    ...(dice.isOneIn(2) && { email: dice.isOneIn(9) ? 'none' : `r-${user}-${dice.below(2)}@example.com` }),
    ...(dice.isOneIn(2) && {
      platform: dice.pick(['IOS', 'ANDROID']),
      deviceToken: `t${dice.below(50)}`,
      ...(dice.isOneIn(2) && { pushPermitted: dice.isOneIn(2), deviceModel: dice.pick(['Pixel', 'iPhone']) }),
    }),
    ...(dice.isOneIn(2) && { tags: dice.some(['a', 'b', 'c', `new-${dice.below(20)}`]) }),
    ...(dice.isOneIn(3) && { consent: { email: dice.isOneIn(2) } }),
    ...(dice.isOneIn(4) && { consent: { tracking: dice.isOneIn(2) } }),
    ...(dice.isOneIn(3) && { language: dice.pick(['tr', 'de']) }),
    ...(dice.isOneIn(2) && { profile: { age: dice.below(3), [`extra${dice.below(9)}`]: dice.pick([1, 2, 'x']) } }),
  }));
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

const outcomeOf = ({ state, position, line, counts }: StoredImport) => ({ state, position, line, counts });

describe('Import of users', { timeout: 300_000 }, () => {
  it('An import writes fields, tags, attributes and devices in their types', async () => {
    const app = await anApp();
    const done = await run(
      app,
      'extId;email;tags;platform;deviceToken;age;favourites;member;seen\r\n' +
        'a;a@example.com;x,y;IOS;a1b2;34;b, c;yes;1767225600000\r\n' +
        'b;;;;;;"[""q"",""r,s""]";;2026-01-01\r\n',
    );
    expect(outcomeOf(done)).toMatchObject({ state: 'FINISHED', counts: { lines: 2, created: 2, refused: 0 } });
    expect(await stateOf(app)).toMatchObject([
      {
        ext_id: 'a',
        email: 'a@example.com',
        attrs: { age: 34, favourites: ['b', 'c'], member: true, seen: 1767225600000 },
        tags: ['x', 'y'],
        devices: ['1a1b2'],
      },
      { ext_id: 'b', attrs: { favourites: ['q', 'r,s'], seen: 1767225600000 } },
    ]);
  });

  it('A column of consent to tracking is written as it says, and an empty cell says nothing', async () => {
    const app = await anApp();
    const file = 'extId,consent.tracking\na,true\nb,false\nc,\nd,perhaps\n';
    const done = await run(app, file);
    expect(done.counts).toMatchObject({ lines: 4, created: 3, refused: 1 });
    expect(await stateOf(app)).toMatchObject([
      { ext_id: 'a', tracking: true },
      { ext_id: 'b', tracking: false },
      { ext_id: 'c', tracking: null },
    ]);
    expect((await run(app, 'extId,consent.tracking\na,\nb,false\n')).counts).toMatchObject({ changed: 0 });
    const { list } = await shop.room.consentHistory.listPage(app, 'b', 10);
    expect(list).toMatchObject([{ subject: 'TRACKING', permitted: false, source: 'IMPORT' }]);
  });

  it('A column of the frequency of e-mail takes what the application offers, and refuses other lines with their field', async () => {
    const app = await shop.anApplication({ attributes: IMPORT_ATTRIBUTES, settings: { emailFrequency: ['week'] } });
    const done = await run(app, 'extId,consent.emailFrequency\na,week\nb,always\nc,\nd,day\ne,hourly\n');
    expect(done.counts).toMatchObject({ lines: 5, created: 3, refused: 2 });
    const { list } = await shop.room.consentHistory.listPage(app, 'a', 10);
    expect(list).toMatchObject([{ subject: 'EMAIL_FREQUENCY', frequency: 'week', source: 'IMPORT' }]);
    const refusals = await shop.room.imports.listRefusals(app, done.importId, 100);
    expect(refusals.map(({ line, field }) => [line, field])).toEqual([
      [5, 'consent.emailFrequency'],
      [6, 'consent.emailFrequency'],
    ]);
  });

  it('An import reports line, field and reason of a refused line, never its value, and writes the other lines', async () => {
    const app = await anApp();
    const done = await run(
      app,
      'extId,email,age,city,platform,deviceToken\n' +
        'a,secret-no-address,1,Izmir,,\n' +
        '\n' +
        '"b","b@example.com",secret,Izmir,,\n' +
        'c,c@example.com,1,Secretville,,\n' +
        'd,d@example.com,1,"Iz\r\nmir",,\n' +
        'e,e@example.com,1,Izmir,SECRET,t\n' +
        ',f@example.com,1,Izmir,,\n' +
        'g,g@example.com,1\n' +
        'h,h@example.com,2,Bursa,,\n',
    );
    expect(done.counts).toMatchObject({ lines: 8, refused: 7, created: 1 });
    const refusals = await shop.room.imports.listRefusals(app, done.importId, 100);
    expect(refusals.map(({ line, field }) => [line, field])).toEqual([
      [2, 'email'],
      [4, 'profile.age'],
      [5, 'profile.city'],
      [6, 'profile.city'],
      [8, 'platform'],
      [9, 'extId'],
      [10, ''],
    ]);
    expect(JSON.stringify(refusals)).not.toMatch(/secret/i);
    expect(refusals[0]?.reason).toBe("Field 'email' should be an e-mail address");
    expect((await stateOf(app)).map((user) => (user as { ext_id: string }).ext_id)).toEqual(['h']);
  });

  it('An import stores no value of a refused line, whatever the error is', async () => {
    const app = await anApp();
    const values = [
      'S3CRET',
      "S3C'RET, not 'S3CRET'",
      ['S3CRET'],
      { a: 'S3CRET' },
      [['S3CRET']],
      'S3CRET'.repeat(2000),
    ];
    const entries = [
      ...[...USER_FIELDS.keys()].flatMap((name) => values.map((value) => toEntry(name.split('.'), value))),
      ...IMPORT_ATTRIBUTES.flatMap(({ code }) => values.map((value) => toEntry(['profile', code], value))),
      ...values.map((value) => ({ extId: 'x', platform: 'CHROME', deviceToken: value })),
      ...values,
    ];
    const text = [...entries.map((entry) => JSON.stringify(entry)), '{"extId": "S3CRET', '"S3CRET"'].join('\n');
    const done = await run(app, text, { ...CSV, format: 'ndjson' });
    expect(done.counts.refused).toBeGreaterThan(100);
    const rows = await shop.fresh.db.rows(
      'SELECT i.fault, r.field, r.reason FROM users.import AS i JOIN users.import_refusal AS r USING (app_id, import_id) WHERE i.app_id = $1',
      [app],
    );
    expect(rows).toHaveLength(done.counts.refused);
    expect(JSON.stringify(rows)).not.toMatch(/S3C/);
  });

  it('An import changes nothing when it runs again', async () => {
    const app = await anApp();
    await run(app, importText(1500));
    const [state, feed] = [await stateOf(app), await shop.feed(app)];
    const again = await run(app, importText(1500));
    const refused = Array.from({ length: 1500 }, (_, n) => n).filter(isRefusedLine).length;
    expect(again.counts).toEqual({
      lines: 1500,
      skipped: 0,
      refused,
      erased: 0,
      merged: 0,
      created: 0,
      changed: 0,
      unchanged: 1500 - refused,
      repeated: 0,
    });
    expect(await stateOf(app)).toEqual(state);
    expect(await shop.feed(app)).toEqual(feed);
  });

  it('An import whose process dies several times ends as one clean run', async () => {
    const [clean, killed] = [await anApp(), await anApp()];
    const text = importText(3000);
    const expected = await run(clean, text);
    const random = seeded(1);
    let done: StoredImport | undefined;
    let deaths = 0;
    const findFinished = async () =>
      (await shop.room.imports.listImports(killed, 1)).find(({ state }) => state === 'FINISHED');
    while (!done) {
      const fuse = { left: Infinity };
      const room = await openUsersRoom({ url: shop.fresh.url, db: crashingDatabase(shop.fresh.db, fuse) });
      fuse.left = 5 + Math.floor(random() * 40);
      done = await room.imports.importFile(killed, CSV, fileOf(text), SYSTEM).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Crash);
        deaths += 1;
        // It may die after its last commit; another call would be another import.
        return findFinished();
      });
      fuse.left = Infinity;
      await room.close();
    }
    expect(deaths).toBeGreaterThan(2);
    expect(outcomeOf(done)).toEqual(outcomeOf(expected));
    expect(await stateOf(killed)).toEqual(await stateOf(clean));
    expect(await shop.room.imports.listRefusals(killed, done.importId, 1000)).toEqual(
      await shop.room.imports.listRefusals(clean, expected.importId, 1000),
    );
  });

  it('A dry run predicts the import line by line, and changes nothing', async () => {
    const app = await anApp();
    await run(app, importText(600, 1));
    const [state, feed] = [await stateOf(app), await shop.feed(app)];
    const text = importText(2500, 2).replaceAll('Tag 3', 'New tag');
    const dry = await run(app, text, DRY);
    expect(await stateOf(app)).toEqual(state);
    expect(await shop.feed(app)).toEqual(feed);
    expect(
      await shop.fresh.db.rows('SELECT FROM users.tag AS t WHERE t.app_id = $1 AND t.name = $2', [app, 'New tag']),
    ).toEqual([]);
    const real = await run(app, text);
    expect({ ...dry.counts, repeated: 0 }).toEqual(real.counts);
    expect(await shop.room.imports.listRefusals(app, dry.importId, 1000)).toEqual(
      await shop.room.imports.listRefusals(app, real.importId, 1000),
    );
    expect(real.counts).toMatchObject({ created: expect.any(Number), changed: expect.any(Number) });
    expect(real.counts.created).toBeGreaterThan(1000);
    expect(real.counts.changed).toBeGreaterThan(100);
  });

  it('A dry run predicts the counts of an import of random lines and devices that change their user', async () => {
    const app = await shop.anApplication({ attributes: IMPORT_ATTRIBUTES, settings: { defineOnFirstUse: true } });
    for (let seed = 1; seed <= 12; seed += 1) {
      const text = randomLines(new Dice(seed));
      const request = { ...CSV, format: 'ndjson' } as const;
      const dry = await run(app, text, { ...request, dryRun: true });
      const real = await run(app, text, request);
      expect(dry.counts, `seed ${seed}`).toEqual(real.counts);
      const again = await run(app, text, request);
      expect(again.counts, `seed ${seed}`).toMatchObject({ created: 0, changed: 0 });
    }
  });

  it('An import goes on in the process that took it over, and is stored once', async () => {
    const app = await anApp();
    const text = importText(3000);
    let second: Promise<StoredImport> | undefined;
    const first = await shop.room.imports.importFile(app, CSV, fileOf(text), SYSTEM, {
      onBatch: () => {
        second ??= run(app, text);
      },
    });
    const done = await second;
    expect(first.importId).toBe(done?.importId);
    expect(done).toMatchObject({ state: 'FINISHED', epoch: 2, counts: { lines: 3000 } });
    const [stored] = await shop.room.imports.listImports(app, 10);
    expect(stored).toEqual(done);
    expect((await shop.room.imports.listRefusals(app, first.importId, 1000)).length).toBe(done?.counts.refused);
  });

  it('An import fails at an unclosed quote, and keeps the lines before it', async () => {
    const app = await anApp();
    const done = await run(app, `extId,age\n${'a,1\n'.repeat(1000)}b,2\n"c,3\nd,4\n`);
    expect(done).toMatchObject({ state: 'FAILED', counts: { lines: 1001 } });
    expect(done.fault).toMatch(/^Line 1003: /);
  });

  it.each([
    ['', 'The file is empty'],
    ['extId,colour\na,red\n', "Column 'colour' is neither a field of a user nor a defined attribute"],
    ['id,age\na,1\n', "Column 'id' is neither"],
    ['age\n1\n', "The file has no column 'extId'"],
    ['extId,age,age\na,1,2\n', "The file has two columns 'age'"],
  ])('The file %j is refused before its first line', async (text, fault) => {
    const app = await anApp();
    const done = await run(app, text);
    expect(done.state).toBe('FAILED');
    expect(done.fault).toContain(fault);
  });
});

describe('Ids in files', () => {
  it('A byte order mark, blanks and line ends around an id make no other user', async () => {
    const app = await anApp();
    await run(app, '\uFEFFextId,age\n\uFEFF42,1\n42 ,2\n" 42\u00A0",3\n"\u200B42\u200E",4\n"42\n",5\n');
    expect(await stateOf(app)).toMatchObject([{ ext_id: '42', attrs: { age: 5 } }]);
  });

  it.each([
    'NULL',
    'null',
    'nan',
    'NaN',
    'undefined',
    '[object Object]',
    '#N/A',
    '\\N',
    '4\u200B2',
    '4\u202E2',
    '4\u00AD2',
  ])('A line whose id is %j is refused, and the others are imported', async (id) => {
    const app = await anApp();
    const done = await run(app, `extId,age\n${id},1\n42,2\n`);
    expect(done.counts).toMatchObject({ lines: 2, created: 1, refused: 1 });
    expect(await stateOf(app)).toMatchObject([{ ext_id: '42' }]);
  });

  it('A cell of blanks is empty', async () => {
    const app = await anApp();
    const done = await run(app, 'extId,email,msisdn,age\n42, ,\u200B,\u00A0\n \u00A0,,,1\n');
    expect(done.counts).toMatchObject({ lines: 2, created: 1, refused: 1 });
  });

  it('A number that a spreadsheet gave a fraction is refused', async () => {
    const app = await anApp();
    const done = await run(app, 'extId,msisdn\na,+905321110012.0\nb,+4915112345678.0\nc,+905321110012\n');
    expect(done.counts).toMatchObject({ lines: 3, created: 1, refused: 2 });
    expect(await stateOf(app)).toMatchObject([{ ext_id: 'c', msisdn: '+905321110012' }]);
  });
});

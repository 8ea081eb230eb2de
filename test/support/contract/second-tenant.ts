import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import type { Database } from '#platform/db';
import { ApiClient } from '../api-document/api-client.js';
import { storePush } from '../messages/stored-push.js';

/** Stands in every text that the neighbour has, and nowhere else. */
const MARK = 'neighbour7f3a';
const NAME = `the ${MARK}`;

/** Ids, tokens and names that other applications use too: what is the neighbour's must not be met through them. */
const EXT_IDS = ['id1', 'id2', 'id3', 'a', 'b', 'x', 'ann', 'user-1', 'user1', 'm0', 'owner', 'nobody', 'your_extId'];
const TOKENS = ['my_device_token', 'token-0', 'token', 'token1', 'droid'];
const MAILS = ['jo@example.com', 'user1@example.com', 'a@example.com', 'seven@example.com'];

const FILE = {
  app: NAME,
  settings: { identity: 'optional', permanentDeletion: true, approval: true, defineOnFirstUse: true },
  attributes: [
    { code: 'age', dataType: 'INT', label: MARK },
    { code: 'plan', dataType: 'STRING', description: MARK },
    { code: 'hobbies', dataType: 'STRING', array: true, label: MARK },
    { code: MARK, dataType: 'STRING' },
  ],
  events: [
    { code: 'Visit', label: MARK, attributes: [{ code: 'page', dataType: 'STRING' }] },
    { code: MARK, baseEventCode: 'OrderEvent' },
  ],
  categories: [{ name: 'News' }, { name: 'Shopping' }, { name: MARK }],
  segments: [
    { name: 'adults', target: { profile: { age: { $exists: true } } } },
    { name: MARK, target: { tag: MARK } },
  ],
};

/** Recurring work of the installation is done for every application, whoever asks for it. */
const RECURRING = [
  'tenancy.key_use',
  'identity.second_look',
  'audience.segment',
  'audience.segment_slice',
  'audience.segment_size',
  'users.search_entry',
  'users.search_build',
];

/** Likewise, tables of which some rows come from such work: the condition of the others. */
const NOT_RECURRING = new Map([['platform.outbox', "r.kind NOT IN ('joined', 'left')"]]);

/** A neighbour as it stands in a database. */
export interface StoredNeighbour {
  appId: number;
  /** Secret of a key of its own. */
  secret: string;
  /** Digests of its rows, by table. */
  rows: ReadonlyMap<string, string>;
}

/** Another application of the same installation, with something in every module, made before the one under test. */
export class Neighbour {
  private readonly leaks: string[] = [];

  private constructor(
    private readonly db: Database,
    private readonly stored: StoredNeighbour,
  ) {}

  /** Secret of a key of the neighbour's own. */
  get secret(): string {
    return this.stored.secret;
  }

  /**
   * Stores a neighbour in a database, through a gateway.
   *
   * @param base  where the gateway listens
   */
  static async store(app: NestExpressApplication, db: Database, base: string): Promise<StoredNeighbour> {
    const appId = (await app.get(ApplyService).apply(FILE, { dryRun: false })).app.id;
    const keyFor = async (kind: 'rest' | 'mobile'): Promise<string> =>
      (await app.get(ApiKeyService).createKey(appId, { kind, name: kind })).secret;
    const secret = await keyFor('rest');
    await fill(new ApiClient(base, secret), new ApiClient(base, await keyFor('mobile')));
    await storePush({ app, fresh: { db } }, appId, 'ann', MARK);
    return { appId, secret, rows: await readDigests(db, appId) };
  }

  /** Reads every answer of a gateway from now on; until it closes, the rows of the neighbour should stay as they are. */
  static watch(app: NestExpressApplication, db: Database, stored: StoredNeighbour): Neighbour {
    const neighbour = new Neighbour(db, stored);
    neighbour.readAnswers(app.getHttpServer());
    return neighbour;
  }

  /** Lists leaks of the neighbour to others, and its changed tables; empty when all is well. */
  async faults(): Promise<string[]> {
    const now = await readDigests(this.db, this.stored.appId);
    const changed = [...now].filter(([table, digest]) => this.stored.rows.get(table) !== digest);
    return [...this.leaks, ...changed.map(([table]) => `rows of the neighbour in ${table} changed`)];
  }

  private readAnswers(server: Server): void {
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const [write, end] = [response.write.bind(response), response.end.bind(response)];
      let streamed = '';
      response.write = (...input: unknown[]): boolean => {
        streamed += toText(input[0]);
        return Reflect.apply(write, response, input) as boolean;
      };
      response.end = (...input: unknown[]): ServerResponse => {
        const text = streamed + toText(input[0]);
        if (text.includes(MARK) || JSON.stringify(response.getHeaders()).includes(MARK)) {
          this.leaks.push(
            `${request.method} ${request.url} answered with what is the neighbour's: ${text.slice(0, 300)}`,
          );
        }
        return Reflect.apply(end, response, input) as ServerResponse;
      };
    });
  }
}

/** Digests of an application's rows, table by table, partitions by their parents. */
async function readDigests(db: Database, appId: number): Promise<Map<string, string>> {
  const tables = await db.rows<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class AS c
       JOIN pg_namespace AS n ON n.oid = c.relnamespace
       JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'app_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND format('%I.%I', n.nspname, c.relname) <> ALL ($1)`,
    [RECURRING],
  );
  const parts = tables.map(({ name }) => digestOf(name, 'app_id'));
  const rows = await db.rows<{ name: string; digest: string }>(
    [...parts, digestOf('tenancy.application', 'id')].join(' UNION ALL '),
    [appId],
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

function toText(body: unknown): string {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : '';
}

/** By the names of columns, whose order a migration that is undone and done again changes. */
function digestOf(table: string, column: string): string {
  return `SELECT '${table}' AS name, md5(coalesce(string_agg(t.row, '|' ORDER BY t.row), '')) AS digest
            FROM (SELECT to_jsonb(r)::text AS row FROM ${table} AS r
                   WHERE r.${column} = $1 AND ${NOT_RECURRING.get(table) ?? 'true'}) AS t`;
}

async function fill(rest: ApiClient, sdk: ApiClient): Promise<void> {
  await rest.post(
    '/rest/3.0/registerUsers',
    EXT_IDS.map((extId, i) => {
      const [deviceToken, email] = [TOKENS[i], MAILS[i]];
      return {
        extId,
        ...(deviceToken !== undefined && { platform: i % 2 === 0 ? 'IOS' : 'ANDROID', deviceToken }),
        ...(email !== undefined && { email, msisdn: `+90532123456${i}` }),
        tags: ['Sport', MARK],
        profile: { name: MARK, city: MARK, age: i, hobbies: [MARK], [MARK]: MARK },
      };
    }),
  );
  await rest.post('/rest/3.0/addEmail', { emailList: [`${MARK}@example.com`] });
  await rest.post('/rest/3.0/setCategoryPreferences', [{ extId: 'id1', category: 'News', enable: false }]);
  await rest.post('/rest/3.0/disableMail', { extIds: ['id1'] });
  await rest.post('/rest/3.0/fireEvents', [
    { extId: 'id1', name: 'Visit', page: MARK },
    { extId: 'id1', name: `undefined ${MARK}`, page: MARK },
  ]);
  await rest.post('/rest/3.0/geofence/add', { title: MARK, latitude: 41, longitude: 29, radius: 1, unit: 'KM' });
  await rest.post('/rest/3.0/createNotificationDefinition', { title: MARK, message: MARK, platforms: ['IOS'] });
  await rest.post('/rest/3.0/sendBulkNotification', {
    message: { title: MARK, text: MARK, platforms: ['IOS'] },
    target: { sendToAll: true },
  });
  await rest.post('/rest/3.0/registerUsers', [{ extId: `gone ${MARK}`, email: `gone-${MARK}@example.com` }]);
  await rest.post('/rest/3.0/deleteUsersPermanently', { extIds: [`gone ${MARK}`] });
  const { installationId, secret = '' } = await sdk.post('/sdk/1.0/installations', {
    platform: 'IOS',
    token: `${MARK}-token`,
    deviceModel: MARK,
    extId: 'ann',
  });
  await sdk.post('/sdk/1.0/location', { installationId, secret, latitude: 41, longitude: 29 });
}

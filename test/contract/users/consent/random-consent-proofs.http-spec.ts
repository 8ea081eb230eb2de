import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS, TOPIC_CHANNELS } from '#libs/channels/definitions';
import { messageId, readMessageId } from '#libs/delivery';
import { ErasureService, IdentityService } from '#libs/identity';
import { ConsentProofService, type ConsentProof } from '#libs/reporting';
import { ApplyService } from '#libs/tenancy';
import { CONSENT_SOURCES, type ConsentOrigin } from '#libs/users/consent';
import { PushPermissionService } from '#libs/users/devices';
import { contactKeyText } from '#libs/users/identities';
import { DevicePreferencesService, PreferenceService, UnsubscribeService } from '#libs/users/preferences';
import { InstallationService } from '#libs/users/registry';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { Dice } from '../../../support/rooms/dice.js';
import { sampleSize } from '../../../support/rooms/sample-size.js';

const TOPICS = [{ name: 'News' }, { name: 'Offers', default: 'off', channels: ['EMAIL', 'PUSH'] }];
const CATEGORIES = TOPICS.map(({ name }) => name);
/** Channels of choices; undefined: all of a topic. */
const CHOICES = [undefined, 'EMAIL', 'PUSH'] as const;
const PEOPLE = 5;
const VISITORS = 3;
const STEPS = 40;

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      settings: { permanentDeletion: true, identity: 'optional' },
      categories: TOPICS,
    },
    { dryRun: false },
  );
});
afterAll(() => sending.close());

/** The last statement, as it was recounted when the message had just left. */
interface Said {
  at: number;
  source: string;
  by: string;
  permitted: boolean;
}
type Recount = Record<string, Said | null>;
interface Visitor {
  device: { installationId: string; secret: string };
  isNamed: boolean;
}

/** Statements of a state in the history as it is now: plain SQL, without any look at the time. */
const LAST = `SELECT floor(extract(epoch FROM e.ts) * 1000)::bigint AS at, e.source, e.by, e.value AS permitted
  FROM users.consent_event AS e WHERE e.app_id = $1 AND e.uid = $2`;
const NEWEST = 'ORDER BY e.ts DESC LIMIT 1';

class History {
  readonly recounts = new Map<string, { uid: number; recount: Recount }>();
  private readonly visitors: Visitor[] = [];
  private readonly erased = new Set<string>();
  private spoken = 0;

  constructor(
    private readonly dice: Dice,
    private readonly prefix: string,
  ) {}

  private get appId(): number {
    return sending.gateway.appId;
  }

  async begin(): Promise<void> {
    const people = Array.from({ length: PEOPLE }, (_, n) => ({
      extId: this.nameOf(n),
      platform: 'IOS',
      deviceToken: `${this.nameOf(n)}-phone`,
      email: `${this.nameOf(n)}@example.com`,
    }));
    await sending.post('registerUsers', people);
    for (let n = 0; n < VISITORS; n++) {
      const request = { platform: 'IOS', token: `${this.prefix}-visitor-${n}` } as const;
      const { installationId, secret = '' } = await this.get(IdentityService).register(this.appId, request);
      this.visitors.push({ device: { installationId, secret }, isNamed: false });
    }
  }

  async step(): Promise<void> {
    const person = this.nameOf(this.dice.below(PEOPLE));
    const permitted = this.dice.isOneIn(2);
    const category = this.dice.pick(CATEGORIES);
    const preferences = this.get(PreferenceService);
    const steps = [
      () => preferences.setOptIn(this.appId, 'email', permitted, [person], this.origin()),
      () => preferences.setOptIn(this.appId, 'email', true, [person], this.origin()),
      () =>
        preferences.setOptIns(
          this.appId,
          'email',
          permitted,
          { extIds: undefined, addresses: [`${person}@example.com`] },
          this.origin(),
        ),
      () => this.choose(person, category, permitted),
      () => this.choose(person, category, permitted),
      async () => {
        if (!this.erased.has(person)) {
          await this.get(PushPermissionService).set(this.appId, { extId: person }, permitted, this.origin());
        }
      },
      () => this.unsubscribe(person),
      () => this.sayByDevice(permitted, category),
      () => this.sayByDevice(permitted, category),
      () => this.name(person),
      () => this.send(),
      () => this.send(),
      () => this.send(),
      ...(this.dice.isOneIn(4) ? [() => this.erase(person)] : []),
    ];
    await this.dice.pick(steps)();
  }

  /** Sends to everyone, and recounts the consent of whoever got a message, before anything else happens. */
  async send(): Promise<void> {
    const categories = this.dice.isOneIn(2) ? [this.dice.pick(CATEGORIES)] : [];
    const key = await sending.bulk({
      message: {
        title: 'Hi',
        text: 'Hi',
        platforms: ['IOS', 'EMAIL'],
        ios: { title: 'Hi' },
        ...(categories.length > 0 && { categories: categories.join() }),
        ...(this.dice.isOneIn(4) && { transactional: true }),
      },
      target: { sendToAll: true },
    });
    await sending.drain();
    const rows = await sending.gateway.fresh.db.rows<{
      dispatchId: number;
      channel: number;
      recipientId: number;
      uid: number;
    }>(
      `SELECT r.dispatch_id AS "dispatchId", r.channel, r.recipient_id AS "recipientId", r.uid
         FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
        WHERE r.app_id = $1 AND r.status = 1 AND d.notification_key = $2`,
      [this.appId, key],
    );
    for (const row of rows) {
      const { recipientId, uid } = row;
      const recount: Recount = {};
      if (row.channel === CHANNELS.apns) {
        recount['PUSH'] = await this.last(uid, 'e.subject = 1 AND e.inst_id = $3', [recipientId], 'installation');
      } else {
        recount['EMAIL'] = await this.last(uid, 'e.subject = 2', [], 'email');
        recount['EMAIL_ADDRESS'] = await this.last(uid, 'e.subject = 5', [], 'address');
      }
      for (const name of categories) {
        recount[`CATEGORY ${name}`] = await this.last(
          uid,
          `e.subject = 4 AND (e.channel IS NULL OR e.channel = $4)
             AND e.category_id = (SELECT c.category_id FROM users.category c WHERE c.app_id = $1 AND c.name = $3)`,
          [name, row.channel === CHANNELS.apns ? TOPIC_CHANNELS.PUSH : TOPIC_CHANNELS.EMAIL],
          'category',
        );
      }
      this.recounts.set(messageId(row), { uid, recount });
    }
  }

  /** The last statement of a subject. One that a merge made obsolete does not agree with the state, and is passed over. */
  private async last(uid: number, condition: string, params: (number | string)[], of: string): Promise<Said | null> {
    const db = sending.gateway.fresh.db;
    const row = await db.row<Said>(`${LAST} AND ${condition} ${NEWEST}`, [this.appId, uid, ...params]);
    const state = await this.stateOf(uid, params, of);
    if (row && state !== undefined && row.permitted !== state) {
      return (
        (await db.row<Said>(`${LAST} AND ${condition} AND e.value = ${String(state)} ${NEWEST}`, [
          this.appId,
          uid,
          ...params,
        ])) ?? null
      );
    }
    return row ?? null;
  }

  private async stateOf(uid: number, [param = 0]: (number | string)[], of: string): Promise<boolean | undefined> {
    const sql = {
      installation:
        'SELECT i.push_permitted AS state FROM users.installation i WHERE i.app_id = $1 AND i.uid = $2 AND i.inst_id = $3',
      email:
        'SELECT u.email_opt_in AS state FROM users.app_user u WHERE u.app_id = $1 AND u.uid = $2 AND $3::text IS NOT NULL',
      // No one gets a message of a topic without it, whatever else the message is.
      category: 'SELECT true AS state WHERE $1 > 0 AND $2 > 0 AND $3::text IS NOT NULL',
      address: 'SELECT NULL::boolean AS state WHERE $1 < 0 AND $2 < 0 AND $3::text IS NULL',
    }[of];
    return (await sending.gateway.fresh.db.row<{ state: boolean }>(sql ?? '', [this.appId, uid, param]))?.state;
  }

  private async choose(person: string, category: string, enable: boolean): Promise<void> {
    const choice = { extId: person, category, channel: this.dice.pick(CHOICES), enable };
    await this.get(PreferenceService).setCategoryPreferences(this.appId, [choice], this.origin());
  }

  private async unsubscribe(person: string): Promise<void> {
    const uid = await this.uidOf(person);
    if (uid !== undefined) {
      await this.get(UnsubscribeService).unsubscribe(
        this.appId,
        'email',
        uid,
        contactKeyText(`${person}@example.com`),
        this.origin(),
      );
    }
  }

  private async sayByDevice(pushPermitted: boolean, category: string): Promise<void> {
    const { device } = this.dice.pick(this.visitors);
    const installation = await this.get(InstallationService)
      .authenticate(this.appId, device)
      .catch(() => undefined);
    if (installation) {
      const emailPermitted = this.dice.isOneIn(2);
      const categories = { [category]: this.dice.isOneIn(2) };
      await this.get(DevicePreferencesService).set(this.appId, installation, {
        pushPermitted,
        emailPermitted,
        categories,
      });
    }
  }

  /** A visitor signs in: the one who was anonymous is merged into the person. */
  private async name(person: string): Promise<void> {
    const visitor = this.visitors.find(({ isNamed }) => !isNamed);
    if (visitor && !this.erased.has(person)) {
      await this.get(IdentityService).identify(this.appId, visitor.device, person);
      visitor.isNamed = true;
    }
  }

  private async erase(person: string): Promise<void> {
    this.erased.add(person);
    await this.get(ErasureService).eraseUsers(this.appId, [person]);
  }

  private async uidOf(person: string): Promise<number | undefined> {
    const sql = 'SELECT u.uid FROM users.app_user u WHERE u.app_id = $1 AND u.ext_id = $2';
    return (await sending.gateway.fresh.db.row<{ uid: number }>(sql, [this.appId, person]))?.uid;
  }

  private nameOf(n: number): string {
    return `${this.prefix}-${n}`;
  }

  private origin(): ConsentOrigin {
    return { source: this.dice.pick(CONSENT_SOURCES), by: `${this.prefix} ${(this.spoken += 1)}` };
  }

  private get<T>(type: abstract new (...args: never[]) => T): T {
    return sending.gateway.app.get<T>(type);
  }
}

function refOf(id: string): number[] {
  const ref = readMessageId(id);
  return ref ? [ref.dispatchId, ref.channel, ref.recipientId] : [];
}

function recountOf({ grounds }: ConsentProof): Recount {
  return Object.fromEntries(
    grounds.map(({ subject, category, statement }) => [
      [subject, category].filter(Boolean).join(' '),
      statement && {
        at: statement.at.getTime(),
        source: statement.source,
        by: statement.by,
        permitted: statement.permitted,
      },
    ]),
  );
}

describe('Random histories of consent', () => {
  it.each(Array.from({ length: sampleSize(1) }, (_, seed) => seed + 1))(
    'The proof of every sent message equals the recount at its sending (seed %i)',
    async (seed) => {
      const history = new History(new Dice(seed), `seed-${seed}`);
      await history.begin();
      for (let step = 0; step < STEPS; step++) {
        await history.step();
      }
      const proofs = sending.gateway.app.get(ConsentProofService);
      let [proved, erased] = [0, 0];
      for (const [id, { recount }] of history.recounts) {
        const proof = await proofs.prove(sending.gateway.appId, id, true).catch((error: unknown) => error);
        const isThere = await sending.gateway.fresh.db.row(
          `SELECT FROM delivery.push_result r WHERE r.app_id = $1
              AND (r.dispatch_id, r.channel, r.recipient_id) = ($2::bigint, $3::smallint, $4::bigint)`,
          [sending.gateway.appId, ...refOf(id)],
        );
        if (isThere) {
          const { left, grounds } = proof as ConsentProof;
          expect(recountOf(proof as ConsentProof), id).toEqual(recount);
          expect(left).toBe(true);
          expect(
            grounds.every(({ permitted, statement }) => statement === null || permitted === statement.permitted),
          ).toBe(true);
          proved += 1;
        } else {
          expect(proof).toMatchObject({ refusal: 'unknown_key' });
          erased += 1;
        }
      }
      expect(proved).toBeGreaterThan(10);
      expect(proved + erased).toBe(history.recounts.size);
    },
  );
});

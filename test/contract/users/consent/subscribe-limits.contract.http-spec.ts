import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfirmationSendService, StrangerMailService } from '#libs/notifications';
import { contactKey } from '#libs/users/identities';
import { OptInExpiryService, SubscriptionService } from '#libs/users/preferences';
import { LateClock, startDoubleOptIn, type DoubleOptIn } from '../../../support/consent/double-opt-in.js';

const DAY_MS = 24 * 3_600_000;
const FORM = { app: 'shop', email: 'ann@example.com', topics: ['news'] };
let shop: DoubleOptIn;
let clock: LateClock;

/** Each group has an application of its own: one network posts few forms a minute. */
function startShop(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    clock = new LateClock();
    shop = await startDoubleOptIn(async () => clock, env);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.sending.simulators.clear();
    await shop.db.affected('DELETE FROM users.subscription');
  });
}

const post = (raw: string, headers: Record<string, string>) =>
  shop.sending.gateway.call('/p/subscribe', { key: null, raw, headers });
const countForms = async (): Promise<number> => (await shop.db.rows('SELECT FROM users.subscription')).length;
const stateOf = async (extId: string) => (await shop.states(extId)).states['news'];

describe('POST /p/subscribe', () => {
  startShop();

  it('The answer is the same for known and unknown addresses, applications and topics', async () => {
    await shop.sending.post('registerUsers', [{ extId: 'known', email: 'known@example.com' }]);
    const forms = [
      FORM,
      { ...FORM, email: 'known@example.com' },
      { ...FORM, app: 'nobody' },
      { ...FORM, topics: ['nothing'] },
      { ...FORM, topics: ['hidden'] },
      { ...FORM, language: 'pt-BR' },
    ];
    const answers = await Promise.all(forms.map((form) => shop.subscribe(form)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 ']));
    expect(await countForms()).toBe(forms.length);
    await shop.ask();
    expect((await shop.mails()).map(({ address }) => address).toSorted()).toEqual([
      'ann@example.com',
      'ann@example.com',
      'known@example.com',
    ]);
  });

  it.each([
    [{ ...FORM, app: '' }, 'app'],
    [{ ...FORM, email: undefined }, 'email'],
    [{ ...FORM, email: 'nobody' }, 'email'],
    [{ ...FORM, email: `${'a'.repeat(300)}@example.com` }, 'email'],
    [{ ...FORM, topics: [] }, 'topics'],
    [{ ...FORM, topics: [7] }, 'topics[0]'],
    [{ ...FORM, topics: Array.from({ length: 51 }, (_, n) => `t${n}`) }, 'topics'],
    [{ ...FORM, topics: ['a\0b'] }, 'topics[0]'],
    [{ ...FORM, language: '<script>' }, 'language'],
    [[FORM], 'object'],
  ])('A form that cannot be read is refused with its field: %j', async (form, field) => {
    const answer = await shop.subscribe(form);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
    expect(await countForms()).toBe(0);
  });

  it('A body that is no form, or far too large, is refused', async () => {
    const json = { 'content-type': 'application/json' };
    for (const raw of ['{', '', 'null', JSON.stringify({ ...FORM, more: 'x'.repeat(70_000) })]) {
      const answer = await post(raw, json);
      expect([answer.status, (answer.json as { code: number }).code > 0]).toEqual([400, true]);
    }
    expect(await countForms()).toBe(0);
  });

  it('A page of another origin may post, and an HTML form gets a page that shows nothing', async () => {
    const preflight = await shop.sending.gateway.call('/p/subscribe', { key: null, method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'app=shop&email=ann%40example.com&topics=news&topics=offers&language=ar';
    const page = await post(body, type);
    expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    expect(page.text).toBe((await post(body.replace('ann', 'unknown'), type)).text);
    await shop.ask();
    const [mail] = await shop.mails();
    expect(mail?.html).toContain('The news, The offers');
  });

  it('One network posts at most twenty forms at once, whatever they name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => shop.subscribe({ ...FORM, app: `app${n}`, email: `n${n}@example.com` })),
    );
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 429).length).toBe(answers.length - accepted);
    expect(accepted).toBeLessThanOrEqual(20);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('Traps and people without an address', () => {
  startShop();

  it('A form with the hidden field filled in gets the same answer and asks no one', async () => {
    const html = { 'content-type': 'application/x-www-form-urlencoded' };
    const answers = [
      await shop.subscribe({ ...FORM, _gotcha: 'https://spam.example' }),
      await shop.subscribe({ ...FORM, email: 'person@example.com', _gotcha: '' }),
      await post('app=shop&email=bot%40example.com&topics=news&_gotcha=x', html),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await shop.ask();
    expect((await shop.mails()).map(({ address }) => address)).toEqual(['person@example.com']);
  });

  it('A person who opted in without an address is asked when the first address comes, and not before', async () => {
    await shop.sending.post('registerUsers', [{ extId: 'later' }]);
    await shop.prefer('later', 'news', true);
    expect([await shop.ask(), await stateOf('later')]).toEqual([0, 'pending']);
    await shop.sending.post('registerUsers', [{ extId: 'later', msisdn: '+905321239999' }]);
    expect(await shop.ask()).toBe(0);
    await shop.sending.post('registerUsers', [{ extId: 'later', email: 'later@example.com' }]);
    expect(await shop.ask()).toBe(1);
    const [mail] = await shop.mails();
    await shop.press(mail?.link ?? '');
    expect(await stateOf('later')).toBe('on');
  });
});

describe('A flood of forms', () => {
  startShop({ TRUSTED_PROXIES: 'loopback' });

  it('A name that no application has is refused as a known one is, and alone', async () => {
    let networks = 0;
    /** Forms of networks that posted none before, which all get the same answers by the minute. */
    const flood = async (forms: number, app: string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let left = forms; left > 0; left -= 20) {
        networks += 1;
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${networks}.1` };
        const answers = Array.from({ length: 20 }, () => post(JSON.stringify({ ...FORM, app }), headers));
        statuses.push(...(await Promise.all(answers)).map(({ status }) => status));
      }
      return statuses;
    };
    for (const [app, stranger] of [
      ['nobody', 'no such application'],
      ['shop', 'nor this one'],
    ] as const) {
      const accepted = (await flood(900, app)).filter((status) => status === 200);
      expect(accepted.length).toBeGreaterThanOrEqual(600);
      expect(accepted.length).toBeLessThan(900);
      expect(new Set(await flood(40, stranger))).toEqual(new Set([200]));
    }
  });
});

describe('A confirmation', () => {
  startShop();

  it('A request stays to be asked when its send is not stored, and several processes ask once', async () => {
    const { app } = shop.sending.gateway;
    await shop.sending.post('registerUsers', [{ extId: 'ann', email: 'ann@example.com' }]);
    await shop.prefer('ann', 'news', true);
    await shop.db.affected('ALTER TABLE delivery.dispatch RENAME TO dispatch_away');
    expect(await app.get(ConfirmationSendService).sendDue()).toBe(0);
    await shop.db.affected('ALTER TABLE delivery.dispatch_away RENAME TO dispatch');
    await shop.subscribe({ ...FORM, email: 'stranger@example.com' });
    await app.get(SubscriptionService).takeDue();
    const asked = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [app.get(ConfirmationSendService).sendDue(), app.get(StrangerMailService).askDue()]),
    );
    expect(asked.reduce((sum, sent) => sum + sent, 0)).toBe(2);
    await shop.ask();
    expect((await shop.mails()).map(({ address }) => address).toSorted()).toEqual([
      'ann@example.com',
      'stranger@example.com',
    ]);
  });

  it('A form that cannot be asked stops no other one, and ends after its tries', async () => {
    const { app, fresh } = shop.sending.gateway;
    await shop.subscribe({ ...FORM, email: 'broken@example.com' });
    await shop.subscribe({ ...FORM, email: 'fine@example.com' });
    await app.get(SubscriptionService).takeDue();
    // No text of a form can be stored that is asked at this address.
    await fresh.db.affected(
      `ALTER TABLE users.subscription ADD CONSTRAINT broken CHECK (text_hash IS NULL OR email <> 'broken@example.com')`,
    );
    const strangers = app.get(StrangerMailService);
    expect(await strangers.askDue()).toBe(1);
    expect((await shop.mails()).map(({ address }) => address)).toEqual(['fine@example.com']);
    const tries = () =>
      shop.db.row<{ tries: number }>(`SELECT tries FROM users.subscription WHERE email LIKE 'broken%'`);
    expect([await strangers.askDue(), await tries()]).toEqual([0, { tries: 1 }]);
    for (let n = 2; n <= 8; n++) {
      clock.lateMs += 6 * 3_600_000;
      await strangers.askDue();
    }
    expect(await tries()).toBeUndefined();
    await fresh.db.affected('ALTER TABLE users.subscription DROP CONSTRAINT broken');
    clock.lateMs = 0;
  });

  it('An address gets three confirmations a day, by forms and servers together, and more on the next day', async () => {
    for (let n = 0; n < 6; n++) {
      await shop.subscribe({ ...FORM, email: 'flood@example.com', topics: n % 2 === 0 ? ['news'] : ['offers'] });
      await shop.ask();
    }
    expect(await shop.mails()).toHaveLength(3);
    await shop.sending.post('registerUsers', [{ extId: 'flood', email: 'FLOOD@example.com' }]);
    await shop.prefer('flood', 'news', true);
    await shop.ask();
    expect(await shop.mails()).toEqual([]);
    clock.lateMs = DAY_MS;
    await shop.prefer('flood', 'news', true);
    await shop.ask();
    expect(await shop.mails()).toHaveLength(1);
  });

  it('Tags and dots do not make a mailbox of its own of an address', async () => {
    for (const local of ['te.an', 'tea.n', 'tean+1', 'tean+2', 't.ean+news', 'TEAN+3']) {
      await shop.subscribe({ ...FORM, email: `${local}@example.com` });
    }
    await shop.ask();
    expect(await shop.mails()).toHaveLength(3);
  });

  it('A suppressed address is not asked, whether it has a user or none', async () => {
    await shop.sending.post('registerUsers', [{ extId: 'angry', email: 'angry@example.com' }]);
    await shop.db.affected(
      `INSERT INTO users.suppression (bucket, app_id, channel, value_hash, address, reason, added_at)
       SELECT c.bucket, c.app_id, 1, c.value_hash, 'angry@example.com', 'COMPLAINT', now() FROM users.contact_lookup AS c
        WHERE c.app_id = $1 AND c.kind = 1 AND c.uid = (SELECT uid FROM users.app_user WHERE ext_id = 'angry')`,
      [shop.sending.gateway.appId],
    );
    const { hash, bucket } = contactKey('bounced@example.com');
    await shop.db.affected(
      `INSERT INTO users.suppression (bucket, app_id, channel, value_hash, address, reason, added_at)
       VALUES ($2, $1, 1, $3, 'bounced@example.com', 'HARD_BOUNCE', now())`,
      [shop.sending.gateway.appId, bucket, hash],
    );
    await shop.subscribe({ ...FORM, email: 'angry@example.com' });
    await shop.subscribe({ ...FORM, email: 'bounced@example.com' });
    await shop.ask();
    expect(await shop.mails()).toEqual([]);
    expect(await stateOf('angry')).toBe('pending');
  });

  it('An opt-in expires after seven days, its link confirms nothing, and asking again asks again', async () => {
    await shop.sending.post('registerUsers', [{ extId: 'late', email: 'late@example.com' }]);
    await shop.prefer('late', 'news', true);
    await shop.subscribe({ ...FORM, email: 'late.stranger@example.com' });
    await shop.ask();
    const links = (await shop.mails()).map(({ link }) => link);
    const expiry = shop.sending.gateway.app.get(OptInExpiryService);
    clock.lateMs += 7 * DAY_MS - 60_000;
    await expiry.expireDue();
    expect(await stateOf('late')).toBe('pending');
    clock.lateMs += 60_000;
    for (const link of links) {
      expect((await shop.press(link)).status).toBe(410);
    }
    await expiry.expireDue();
    expect(await stateOf('late')).toBe('expired');
    expect(await shop.db.rows('SELECT FROM users.opt_in_request UNION ALL SELECT FROM users.subscription')).toEqual([]);
    expect((await shop.states('late')).categoryPreferences['news']).toBe(false);
    for (const link of links) {
      expect((await shop.press(link)).status).toBe(410);
    }
    await shop.prefer('late', 'news', true);
    expect(await shop.ask()).toBe(1);
    const [mail] = await shop.mails();
    await shop.press(mail?.link ?? '');
    expect(await stateOf('late')).toBe('on');
  });
});

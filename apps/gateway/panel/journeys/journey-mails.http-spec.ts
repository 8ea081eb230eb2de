import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JourneyMailService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { HistoryClock } from '../../../../test/support/journeys/history-clock.js';

const PANEL = 'https://panel.example.com';
const JOURNEY = { name: 'cart', entry: { event: 'Cart' }, steps: [{ wait: { id: 'hour', for: '1h' } }] };

let sending: Sending;
let members: Record<'ada' | 'bob' | 'eve', PanelMember>;
let journeyId: number;
/** A Wednesday: no digest is due. */
const clock = new HistoryClock(Date.parse('2030-01-02T12:00:00Z'));

const db = () => sending.gateway.fresh.db;
const mailDue = () => sending.gateway.app.get(JourneyMailService, { strict: false }).mailDue();
/** Lets the time pass that alarms are gathered for, and the pause after the last mail. */
const passPause = async () => {
  await db().affected(`UPDATE journeys.alarm_note SET created_at = created_at - interval '2 hours'`);
  await db().affected(`UPDATE journeys.member_mail SET created_at = created_at - interval '2 hours'`);
};
/** Notes changes, and mails them when they are gathered. */
const mailGathered = async () => {
  await mailDue();
  await passPause();
  return mailDue();
};
const begin = (node = '', kind = 'SILENT') =>
  db().affected(
    `INSERT INTO journeys.alarm (app_id, journey_id, kind, node, hours, seen, usual) VALUES ($1, $2, $3, $4, 3, 0, 1234)`,
    [sending.gateway.appId, journeyId, kind, node],
  );
const endAll = () => db().affected('UPDATE journeys.alarm SET ended_at = now() WHERE ended_at IS NULL');
const readMails = async () => (await sending.simulators.mails()).toSorted((a, b) => a.token.localeCompare(b.token));
const textsTo = async (address: string) =>
  (await readMails()).filter(({ token }) => token === address).map(({ payload }) => payload.text);

beforeAll(async () => {
  sending = await startSending({ PANEL_URL: PANEL }, () => Promise.resolve(clock));
  const { app, appId } = sending.gateway;
  const other = await app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
  members = {
    ada: await signIn(sending.gateway, [{ role: 'marketer', appId }]),
    bob: await signIn(sending.gateway, [{ role: 'analyst', appId }]),
    eve: await signIn(sending.gateway, [{ role: 'owner', appId: other.app.id }]),
  };
  for (const [name, { memberId }] of Object.entries(members)) {
    await db().affected('UPDATE members.member SET email = $2 WHERE member_id = $1', [memberId, `${name}@example.com`]);
  }
});
afterAll(() => sending.close());
beforeEach(async () => {
  const apply = (file: object) =>
    sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  await apply({ journeys: [], prune: true });
  await apply({ events: [{ code: 'Cart' }], journeys: [JOURNEY], channels: { smtp: { simulator: true } } });
  ({ journeyId } = await sending.gateway.app.get(JourneyService).get(sending.gateway.appId, 'cart'));
  await db().affected('DELETE FROM journeys.alarm');
  await db().affected('DELETE FROM journeys.member_mail');
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
  for (const member of Object.values(members)) {
    await member.post('/me', { alarmMails: false, digestMails: false, locale: 'en', timeZone: 'UTC' });
  }
});

describe('Mails about alarms', () => {
  it('A member who asked for them gets one mail when an alarm begins, and one when it ends', async () => {
    await members.ada.post('/me', { alarmMails: true });
    await members.eve.post('/me', { alarmMails: true });
    await begin();
    expect(await mailDue(), 'alarms of a minute are gathered').toBe(0);
    expect(await mailGathered()).toBe(1);
    expect(await mailGathered()).toBe(0);
    await endAll();
    expect(await mailGathered()).toBe(1);
    expect(await mailGathered()).toBe(0);
    expect((await readMails()).map(({ token }) => token)).toEqual(['ada@example.com', 'ada@example.com']);
    const [first, second] = await textsTo('ada@example.com');
    expect(first).toContain('Began:\n- cart: no one entered within 3 h (usually at least 1,234), since ');
    expect(first).toContain(`${PANEL}/panel/apps/shop/journeys?journey=${journeyId}`);
    expect(second).toContain('Ended:\n- cart: no one entered');
    const [mail] = await readMails();
    expect(mail?.payload['subject']).toBe('shop: an alarm of a journey');
  });

  it('Alarms of one hour come in one mail, and those of the next minutes wait for the pause', async () => {
    await members.ada.post('/me', { alarmMails: true });
    for (let n = 0; n < 40; n += 1) {
      await begin(`step${n}`, 'STOPPED');
    }
    expect(await mailGathered()).toBe(1);
    await begin('late', 'STOPPED');
    await mailDue();
    await db().affected(`UPDATE journeys.alarm_note SET created_at = created_at - interval '10 minutes'`);
    expect(await mailDue(), 'in the pause').toBe(0);
    await passPause();
    expect(await mailDue()).toBe(1);
    const [many, later] = await textsTo('ada@example.com');
    expect(many?.match(/^- cart/gm)).toHaveLength(25);
    expect(many).toContain('And 15 more.');
    expect(later?.match(/^- cart/gm)).toHaveLength(1);
  });

  it('An alarm that a mail has not reported is in the next one with its end', async () => {
    await members.ada.post('/me', { alarmMails: true });
    await begin();
    await endAll();
    expect(await mailGathered()).toBe(1);
    expect(await textsTo('ada@example.com')).toEqual([expect.stringMatching(/Began:\n- cart[^]+Ended:\n- cart/)]);
  });

  it('Several processes at once note and send each alarm once', async () => {
    await members.ada.post('/me', { alarmMails: true });
    await members.bob.post('/me', { alarmMails: true });
    await begin();
    await begin('hour', 'STOPPED');
    await Promise.all(Array.from({ length: 4 }, () => mailDue()));
    await passPause();
    const sent = await Promise.all(Array.from({ length: 4 }, () => mailDue()));
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(2);
    for (const address of ['ada@example.com', 'bob@example.com']) {
      expect((await textsTo(address)).map((text) => text.match(/^- cart/gm)?.length)).toEqual([2]);
    }
  });

  it.each([
    ['notes are written', 'INSERT ON journeys.alarm_note', 'true', 1],
    ['a mail is made of them', 'INSERT ON journeys.member_mail', 'true', 1],
    ['a mail is claimed', 'UPDATE ON journeys.member_mail', `NEW.outcome = 'UNKNOWN'`, 1],
    ['its end is stored', 'UPDATE ON journeys.member_mail', `NEW.outcome = 'SENT'`, 1],
  ])('No mail is lost or repeated when the process dies while %s', async (_when, event, condition, mails) => {
    await members.ada.post('/me', { alarmMails: true });
    await db().tx(async (tx) => {
      await tx.affected(`CREATE FUNCTION journeys.die() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NEW; END $$`);
      await tx.affected(`CREATE TRIGGER die BEFORE ${event} FOR EACH ROW
        WHEN (${condition}) EXECUTE FUNCTION journeys.die()`);
    });
    await begin();
    await expect(mailGathered()).rejects.toThrow();
    await db().affected('DROP FUNCTION journeys.die() CASCADE');
    await mailGathered();
    await mailGathered();
    expect(await textsTo('ada@example.com')).toHaveLength(mails);
  });

  it('A mail that the relay refuses is tried again later', async () => {
    await members.ada.post('/me', { alarmMails: true });
    await begin();
    await sending.simulators.faults(1, [{ provider: 'smtp', share: 1, status: 451, reason: '4.3.0' }]);
    expect(await mailGathered()).toBe(0);
    await sending.simulators.faults(1, []);
    expect(await mailDue(), 'not at once').toBe(0);
    await db().affected('UPDATE journeys.member_mail SET due_at = now() WHERE due_at IS NOT NULL');
    expect(await mailDue()).toBe(1);
  });

  it('A mail that cannot be written holds up no other, and is tried again later', async () => {
    const { memberId } = members.ada;
    await members.ada.post('/me', { digestMails: true });
    await members.bob.post('/me', { alarmMails: true });
    await db().affected(`INSERT INTO members.member_grant (member_id, role) VALUES ($1, 'analyst')`, [memberId]);
    await db().affected(
      `INSERT INTO journeys.member_mail (app_id, member_id, kind, slot, due_at)
       VALUES (1999999, $1, 'digest', now(), now() - interval '1 day')`,
      [memberId],
    );
    await begin();
    await expect(mailGathered()).rejects.toThrow();
    await passPause();
    expect(await mailDue(), 'the other one').toBe(1);
    expect((await readMails()).map(({ token }) => token)).toEqual(['bob@example.com']);
    await db().affected('DELETE FROM members.member_grant WHERE member_id = $1 AND app_id IS NULL', [memberId]);
  });

  it('A member whose zone is not known any more gets mails in UTC', async () => {
    await members.ada.post('/me', { alarmMails: true, digestMails: true });
    await db().affected(`UPDATE members.member SET time_zone = 'Nowhere/Else' WHERE member_id = $1`, [
      members.ada.memberId,
    ]);
    await begin();
    expect(await mailGathered()).toBe(1);
  });

  it('No mail goes to a member who may not see the journeys when it is sent', async () => {
    await members.bob.post('/me', { alarmMails: true });
    await begin();
    await mailDue();
    await db().affected('DELETE FROM members.member_grant WHERE member_id = $1', [members.bob.memberId]);
    await passPause();
    expect(await mailDue()).toBe(0);
    await db().affected(`INSERT INTO members.member_grant (member_id, role, app_id) VALUES ($1, 'analyst', $2)`, [
      members.bob.memberId,
      sending.gateway.appId,
    ]);
    expect(await mailGathered(), 'it is dropped').toBe(0);
  });

  it('A mail is written in the language and the time zone of its member', async () => {
    await members.ada.post('/me', { alarmMails: true, locale: 'de', timeZone: 'Europe/Berlin' });
    await begin();
    await mailGathered();
    expect(await textsTo('ada@example.com')).toEqual([
      expect.stringContaining('in 3 Stunden trat niemand ein (sonst mindestens 1.234)'),
    ]);
  });
});

describe('The link that ends mails', () => {
  const linkIn = (text: string | undefined): string =>
    new RegExp(`${PANEL}(/panel/mails/\\S+)`).exec(text ?? '')?.[1] ?? '';
  const open = (path: string, method = 'GET') => fetch(sending.gateway.base + path, { method });
  const wants = async () => (await members.ada.get('/me')).json as { member: { alarmMails: boolean } };

  it('It asks first, ends the mails without a sign-in, and may be used again', async () => {
    await members.ada.post('/me', { alarmMails: true, digestMails: true });
    await begin();
    await mailGathered();
    const [mail] = await readMails();
    const path = linkIn(mail?.payload.text);
    expect(mail?.payload.headers).toMatchObject({ 'list-unsubscribe': `<${PANEL}${path}>` });
    const page = await open(path);
    expect({ status: page.status, text: await page.text() }).toEqual({
      status: 200,
      text: expect.stringContaining('Unsubscribe from alarms of journeys?'),
    });
    expect((await wants()).member.alarmMails).toBe(true);
    expect((await open(path, 'POST')).status).toBe(200);
    expect((await wants()).member).toMatchObject({ alarmMails: false, digestMails: true });
    expect((await open(path, 'POST')).status).toBe(200);
  });

  it('A changed link ends nothing', async () => {
    await members.ada.post('/me', { alarmMails: true });
    await begin();
    await mailGathered();
    const path = linkIn((await textsTo('ada@example.com'))[0]);
    const others = [
      path.replace('alarms-', 'digest-'),
      path.replace(/-(\d+)-/, (_all, id: string) => `-${Number(id) + 1}-`),
      path.slice(0, -2),
      '/panel/mails/alarms-1-x',
      `/panel/mails/${'a'.repeat(5000)}`,
    ];
    for (const other of others) {
      expect((await open(other, 'POST')).status, other).toBe(404);
    }
    expect((await wants()).member.alarmMails).toBe(true);
  });
});

describe('The digest by mail', () => {
  const MONDAY = Date.parse('2030-01-07T08:00:00Z');
  const enterOnSunday = () =>
    db().affected(
      `INSERT INTO journeys.hour_count (hour, passed, app_id, journey_id, node)
       VALUES ('2030-01-06T10:00:00Z', 70, $1, $2, '#entered'), ('2029-12-30T10:00:00Z', 50, $1, $2, '#entered')`,
      [sending.gateway.appId, journeyId],
    );

  it('A member who asked for it gets the week on Monday at eight, once', async () => {
    await enterOnSunday();
    await members.ada.post('/me', { digestMails: true });
    await members.bob.post('/me', { digestMails: true, timeZone: 'America/New_York' });
    await members.eve.post('/me', { digestMails: true });
    clock.pass(MONDAY - clock.now().getTime() - 1000);
    expect(await mailDue()).toBe(0);
    clock.pass(1000);
    const sent = await Promise.all([mailDue(), mailDue()]);
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await mailDue()).toBe(0);
    clock.pass(5 * 3_600_000);
    expect(await mailDue(), 'in New York').toBe(1);
    expect((await readMails()).map(({ token }) => token)).toEqual(['ada@example.com', 'bob@example.com']);
    const [text] = await textsTo('ada@example.com');
    expect(text).toContain('cart\n  70 entered, 0 left, 0 converted\n  the week before: 50 entered, 0 converted');
    const answer = await sending.gateway.call('/rest/3.0/journeys/digest', { method: 'GET' });
    const { list } = answer.json as { list: object[] };
    expect(list).toMatchObject([{ name: 'cart', state: 'on', entered: 70, before: { entered: 50 }, alarms: [] }]);
  });

  it('A week without people and alarms is no mail', async () => {
    await members.ada.post('/me', { digestMails: true });
    clock.pass(MONDAY + 7 * 86_400_000 - clock.now().getTime());
    expect(await mailDue()).toBe(0);
  });
});

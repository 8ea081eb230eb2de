import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDoubleOptIn, type DoubleOptIn } from '../../../support/consent/double-opt-in.js';

let shop: DoubleOptIn;
let count = 0;

beforeAll(async () => {
  shop = await startDoubleOptIn();
});
afterAll(() => shop.close());
beforeEach(() => shop.sending.simulators.clear());

/** Registers a user with an address of its own. */
async function register(more: object = {}): Promise<{ extId: string; email: string }> {
  count += 1;
  const user = { extId: `user${count}`, email: `user${count}@example.com` };
  await shop.sending.post('registerUsers', [{ ...user, ...more }]);
  return user;
}

/** Asks a user about a topic. @returns the link of the confirmation */
async function ask(extId: string, topic = 'news'): Promise<string> {
  await shop.prefer(extId, topic, true);
  expect(await shop.ask()).toBe(1);
  const [mail] = await shop.mails();
  expect(mail?.link).not.toBe('');
  return mail?.link ?? '';
}

const newsOf = async (extId: string): Promise<string | undefined> => (await shop.states(extId)).states['news'];
const countProofs = async (): Promise<number> => (await shop.db.rows('SELECT FROM users.opt_in_proof')).length;

describe('POST /p/subscribe', () => {
  it('The form of a stranger makes no user, and the button of the mailed link makes one with the topic on and a proof', async () => {
    const users = async () => shop.db.rows<{ uid: number }>(`SELECT uid FROM users.app_user WHERE email LIKE 'New@%'`);
    const answer = await shop.subscribe({ app: 'shop', email: 'New@Example.com', topics: ['news'], language: 'de' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await shop.ask()).toBe(1);
    const [mail] = await shop.mails();
    expect(mail).toMatchObject({ address: 'New@example.com', subject: 'shop: bitte bestätigen' });
    const link = mail?.link ?? '';
    for (const page of [await shop.open(link), await shop.open(link)]) {
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Die Neuigkeiten')]);
    }
    expect(await users()).toEqual([]);
    const done = await shop.press(link);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Sie haben bestätigt')]);
    const [user] = await users();
    expect(
      await shop.db.rows('SELECT state, channel FROM users.topic_choice WHERE uid = $1', [user?.uid ?? 0]),
    ).toEqual([{ state: 1, channel: 1 }]);
    expect(await shop.db.rows('SELECT address, message_id, text_hash, source, by FROM users.opt_in_proof')).toEqual([
      {
        address: 'New@Example.com',
        message_id: mail?.messageId,
        text_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        source: 'LINK',
        by: '/p/subscribe',
      },
    ]);
    expect((await shop.press(link)).text).toContain('Sie haben bestätigt');
    expect(await countProofs()).toBe(1);
  });

  it('The form of a known address waits as a topic of its user, and changes no topic that is on without a word', async () => {
    const { extId, email } = await register();
    await shop.subscribe({ app: 'shop', email: email.toUpperCase(), topics: ['news', 'plain', 'hidden'] });
    expect(await shop.ask()).toBe(1);
    expect((await shop.states(extId)).states).toMatchObject({ news: 'pending', plain: 'on', hidden: 'on' });
    await shop.prefer(extId, 'plain', false);
    await shop.prefer(extId, 'hidden', false);
    await shop.subscribe({ app: 'shop', email, topics: ['plain', 'hidden'] });
    expect(await shop.ask()).toBe(1);
    expect((await shop.states(extId)).states).toMatchObject({ plain: 'pending', hidden: 'off' });
  });
});

describe('An opt-in to a topic with double opt-in', () => {
  it('A topic of setCategoryPreferences is pending and false until the link of its mail is confirmed, once', async () => {
    const { extId } = await register({ profile: { language: 'tr' } });
    const link = await ask(extId);
    expect(await shop.states(extId)).toMatchObject({
      states: { news: 'pending' },
      categoryPreferences: { news: false },
    });
    expect((await shop.open(link)).text).toContain('Onayla');
    expect((await shop.press(link)).status).toBe(200);
    expect(await shop.states(extId)).toMatchObject({ states: { news: 'on' }, categoryPreferences: { news: true } });
    const proofs = await countProofs();
    expect((await shop.press(link)).status).toBe(200);
    expect(await countProofs()).toBe(proofs);
    await shop.prefer(extId, 'news', true);
    expect(await shop.ask()).toBe(0);
    expect(await newsOf(extId)).toBe('on');
  });

  it('A link from before a withdrawal confirms nothing, used or unused', async () => {
    for (const isConfirmed of [true, false]) {
      const { extId } = await register();
      const link = await ask(extId);
      if (isConfirmed) {
        await shop.press(link);
      }
      await shop.prefer(extId, 'news', false);
      for (const answer of [await shop.open(link), await shop.press(link)]) {
        expect([answer.status, answer.text]).toEqual([410, expect.stringContaining('used or too old')]);
      }
      expect(await newsOf(extId)).toBe('off');
    }
  });

  it('A link confirms nothing for a person who has left all e-mail since, and one who left it before gets it again', async () => {
    const { extId } = await register();
    await shop.sending.post('disableMail', { extIds: [extId] });
    const link = await ask(extId);
    await shop.press(link);
    const consent = () => shop.db.row('SELECT email_opt_in FROM users.app_user WHERE ext_id = $1', [extId]);
    expect([await newsOf(extId), await consent()]).toEqual(['on', { email_opt_in: true }]);
    const later = await ask(extId, 'offers');
    await shop.sending.post('disableMail', { extIds: [extId] });
    expect((await shop.press(later)).status).toBe(410);
    expect([(await shop.states(extId)).states['offers'], await consent()]).toEqual([
      'pending',
      { email_opt_in: false },
    ]);
  });

  it('The page of a link waits for no transaction that has its user', async () => {
    const { extId } = await register();
    const link = await ask(extId);
    await shop.db.tx(async (tx) => {
      await tx.row('SELECT FROM users.app_user WHERE ext_id = $1 FOR UPDATE', [extId]);
      expect((await shop.open(link)).text).toContain('The news');
    });
    expect((await shop.press(link)).status).toBe(200);
  });

  it('A link counts for the address that it went to alone, and the new address is asked when the person asks again', async () => {
    const { extId } = await register();
    const link = await ask(extId);
    await shop.sending.post('registerUsers', [{ extId, email: `moved.${extId}@example.com` }]);
    expect((await shop.press(link)).status).toBe(410);
    expect(await newsOf(extId)).toBe('pending');
    await shop.press(await ask(extId));
    expect(await newsOf(extId)).toBe('on');
  });

  it('A person who asks again is asked again, each link is good, and the third of a day is the last', async () => {
    const { extId } = await register();
    const links = [await ask(extId), await ask(extId), await ask(extId)];
    await shop.prefer(extId, 'news', true);
    await shop.prefer(extId, 'offers', true);
    expect([await shop.ask(), await shop.mails()]).toEqual([0, []]);
    expect((await shop.press(links[0] ?? '')).status).toBe(200);
    expect((await shop.press(links[2] ?? '')).status).toBe(410);
    expect(await newsOf(extId)).toBe('on');
  });

  it('All of a topic waits without taking what is on, and several topics are asked with one mail', async () => {
    const { extId } = await register({ msisdn: '+905321234500' });
    await shop.press(await ask(extId));
    await shop.sending.post('setCategoryPreferences', [
      { extId, category: 'news', enable: true },
      { extId, category: 'offers', enable: true, channel: 'EMAIL' },
    ]);
    expect((await shop.states(extId)).states).toMatchObject({ news: 'on', offers: 'pending' });
    expect(await shop.ask()).toBe(1);
    const [mail] = await shop.mails();
    expect(mail?.html).toContain('The news, The offers');
    await shop.press(mail?.link ?? '');
    const whole = await shop.sending.gateway.call(`/rest/3.0/getCategoryPreferences?extId=${extId}`, { method: 'GET' });
    expect(whole.json).toMatchObject({ states: { news: 'on', offers: 'on' } });
  });

  it('An opt-in by SMS is asked by SMS, and the answer holds for SMS alone', async () => {
    const { extId } = await register({ msisdn: '+905321234567' });
    await shop.prefer(extId, 'offers', true, 'SMS');
    expect(await shop.ask()).toBe(1);
    const texts: string[] = [];
    for await (const { payload } of shop.sending.simulators.everyDelivery('sms')) {
      texts.push(JSON.stringify(payload));
    }
    const [link = ''] = /https:\/\/links\.example\/p\/confirm\/[\w.-]+/.exec(texts.join(' ')) ?? [];
    expect((await shop.press(link)).status).toBe(200);
    const sms = await shop.sending.gateway.call(`/rest/3.0/getCategoryPreferences?extId=${extId}&channel=SMS`, {
      method: 'GET',
    });
    expect(sms.json).toMatchObject({ states: { offers: 'on' } });
    expect((await shop.states(extId)).states).toMatchObject({ offers: 'off' });
  });

  it('The definition of the topic asks in its place, unless it has no link to confirm', async () => {
    const define = async (message: string): Promise<void> => {
      const { notificationKey } = await shop.sending.post<{ notificationKey: number }>('createNotificationDefinition', {
        title: 'T',
        subject: 'Own words',
        message,
        platforms: ['EMAIL'],
      });
      await shop.db.affected(`UPDATE users.category SET confirmation = $1 WHERE name = 'news'`, [`${notificationKey}`]);
    };
    const subjects: string[] = [];
    for (const message of ['<p>Yes? <a href="@{confirmUrl}">@{topics}</a></p>', '<p>No link</p>']) {
      await define(message);
      const { extId, email } = await register();
      await shop.prefer(extId, 'news', true);
      await shop.subscribe({ app: 'shop', email: `stranger.${email}`, topics: ['news'] });
      await shop.ask();
      const mails = await shop.mails();
      subjects.push(...mails.map(({ subject }) => subject));
      for (const { link } of mails) {
        expect((await shop.press(link)).status).toBe(200);
      }
      expect(await newsOf(extId)).toBe('on');
    }
    expect(subjects).toEqual(['Own words', 'Own words', 'shop: please confirm', 'shop: please confirm']);
    await shop.db.affected('UPDATE users.category SET confirmation = NULL');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDoubleOptIn, type DoubleOptIn } from '../../support/contract/double-opt-in.js';

let room: DoubleOptIn;
let count = 0;

beforeAll(async () => {
  room = await startDoubleOptIn();
});
afterAll(() => room.close());
beforeEach(() => room.sending.simulators.clear());

/** Registers a user with an address of its own. */
async function register(more: object = {}): Promise<{ extId: string; email: string }> {
  count += 1;
  const user = { extId: `user${count}`, email: `user${count}@example.com` };
  await room.sending.post('registerUsers', [{ ...user, ...more }]);
  return user;
}

/** Asks a user about a topic. @returns the link of the confirmation */
async function ask(extId: string, topic = 'news'): Promise<string> {
  await room.prefer(extId, topic, true);
  expect(await room.ask()).toBe(1);
  const [mail] = await room.mails();
  expect(mail?.link).not.toBe('');
  return mail?.link ?? '';
}

const newsOf = async (extId: string): Promise<string | undefined> => (await room.states(extId)).states['news'];
const countProofs = async (): Promise<number> => (await room.db.rows('SELECT FROM users.opt_in_proof')).length;

describe('POST /p/subscribe', () => {
  it('The form of a stranger makes no user, and the button of the mailed link makes one with the topic on and a proof', async () => {
    const users = async () => room.db.rows<{ uid: number }>(`SELECT uid FROM users.app_user WHERE email LIKE 'New@%'`);
    const answer = await room.subscribe({ app: 'shop', email: 'New@Example.com', topics: ['news'], language: 'de' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await room.ask()).toBe(1);
    const [mail] = await room.mails();
    expect(mail).toMatchObject({ address: 'New@example.com', subject: 'shop: bitte bestätigen' });
    const link = mail?.link ?? '';
    for (const page of [await room.open(link), await room.open(link)]) {
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Die Neuigkeiten')]);
    }
    expect(await users()).toEqual([]);
    const done = await room.press(link);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Sie haben bestätigt')]);
    const [user] = await users();
    expect(
      await room.db.rows('SELECT state, channel FROM users.topic_choice WHERE uid = $1', [user?.uid ?? 0]),
    ).toEqual([{ state: 1, channel: 1 }]);
    expect(await room.db.rows('SELECT address, message_id, text_hash, source, by FROM users.opt_in_proof')).toEqual([
      {
        address: 'New@Example.com',
        message_id: mail?.messageId,
        text_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        source: 'LINK',
        by: '/p/subscribe',
      },
    ]);
    expect((await room.press(link)).text).toContain('Sie haben bestätigt');
    expect(await countProofs()).toBe(1);
  });

  it('The form of a known address waits as a topic of its user, and changes no topic that is on without a word', async () => {
    const { extId, email } = await register();
    await room.subscribe({ app: 'shop', email: email.toUpperCase(), topics: ['news', 'plain', 'hidden'] });
    expect(await room.ask()).toBe(1);
    expect((await room.states(extId)).states).toMatchObject({ news: 'pending', plain: 'on', hidden: 'on' });
    await room.prefer(extId, 'plain', false);
    await room.prefer(extId, 'hidden', false);
    await room.subscribe({ app: 'shop', email, topics: ['plain', 'hidden'] });
    expect(await room.ask()).toBe(1);
    expect((await room.states(extId)).states).toMatchObject({ plain: 'pending', hidden: 'off' });
  });
});

describe('An opt-in to a topic with double opt-in', () => {
  it('A topic of setCategoryPreferences is pending and false until the link of its mail is confirmed, once', async () => {
    const { extId } = await register({ profile: { language: 'tr' } });
    const link = await ask(extId);
    expect(await room.states(extId)).toMatchObject({
      states: { news: 'pending' },
      categoryPreferences: { news: false },
    });
    expect((await room.open(link)).text).toContain('Onayla');
    expect((await room.press(link)).status).toBe(200);
    expect(await room.states(extId)).toMatchObject({ states: { news: 'on' }, categoryPreferences: { news: true } });
    const proofs = await countProofs();
    expect((await room.press(link)).status).toBe(200);
    expect(await countProofs()).toBe(proofs);
    await room.prefer(extId, 'news', true);
    expect(await room.ask()).toBe(0);
    expect(await newsOf(extId)).toBe('on');
  });

  it('A link of before a withdrawal opts in nobody again, whether it was confirmed before or not', async () => {
    for (const isConfirmed of [true, false]) {
      const { extId } = await register();
      const link = await ask(extId);
      if (isConfirmed) {
        await room.press(link);
      }
      await room.prefer(extId, 'news', false);
      for (const answer of [await room.open(link), await room.press(link)]) {
        expect([answer.status, answer.text]).toEqual([410, expect.stringContaining('used or too old')]);
      }
      expect(await newsOf(extId)).toBe('off');
    }
  });

  it('A link confirms nothing for a person who has left all e-mail since, and one who left it before gets it again', async () => {
    const { extId } = await register();
    await room.sending.post('disableMail', { extIds: [extId] });
    const link = await ask(extId);
    await room.press(link);
    const consent = () => room.db.row('SELECT email_opt_in FROM users.app_user WHERE ext_id = $1', [extId]);
    expect([await newsOf(extId), await consent()]).toEqual(['on', { email_opt_in: true }]);
    const later = await ask(extId, 'offers');
    await room.sending.post('disableMail', { extIds: [extId] });
    expect((await room.press(later)).status).toBe(410);
    expect([(await room.states(extId)).states['offers'], await consent()]).toEqual([
      'pending',
      { email_opt_in: false },
    ]);
  });

  it('A link counts for the address that it went to alone, and the new address is asked when the person asks again', async () => {
    const { extId } = await register();
    const link = await ask(extId);
    await room.sending.post('registerUsers', [{ extId, email: `moved.${extId}@example.com` }]);
    expect((await room.press(link)).status).toBe(410);
    expect(await newsOf(extId)).toBe('pending');
    await room.press(await ask(extId));
    expect(await newsOf(extId)).toBe('on');
  });

  it('Who asks again is asked again, each link is good, and the third of a day is the last', async () => {
    const { extId } = await register();
    const links = [await ask(extId), await ask(extId), await ask(extId)];
    await room.prefer(extId, 'news', true);
    await room.prefer(extId, 'offers', true);
    expect([await room.ask(), await room.mails()]).toEqual([0, []]);
    expect((await room.press(links[0] ?? '')).status).toBe(200);
    expect((await room.press(links[2] ?? '')).status).toBe(410);
    expect(await newsOf(extId)).toBe('on');
  });

  it('All of a topic waits without taking what is on, and several topics are asked with one mail', async () => {
    const { extId } = await register({ msisdn: '+905321234500' });
    await room.press(await ask(extId));
    await room.sending.post('setCategoryPreferences', [
      { extId, category: 'news', enable: true },
      { extId, category: 'offers', enable: true, channel: 'EMAIL' },
    ]);
    expect((await room.states(extId)).states).toMatchObject({ news: 'on', offers: 'pending' });
    expect(await room.ask()).toBe(1);
    const [mail] = await room.mails();
    expect(mail?.html).toContain('The news, The offers');
    await room.press(mail?.link ?? '');
    const whole = await room.sending.gateway.call(`/rest/3.0/getCategoryPreferences?extId=${extId}`, { method: 'GET' });
    expect(whole.json).toMatchObject({ states: { news: 'on', offers: 'on' } });
  });

  it('An opt-in by SMS is asked by SMS, and the answer holds for SMS alone', async () => {
    const { extId } = await register({ msisdn: '+905321234567' });
    await room.prefer(extId, 'offers', true, 'SMS');
    expect(await room.ask()).toBe(1);
    const texts: string[] = [];
    for await (const { payload } of room.sending.simulators.everyDelivery('sms')) {
      texts.push(JSON.stringify(payload));
    }
    const [link = ''] = /https:\/\/links\.example\/p\/confirm\/[\w.-]+/.exec(texts.join(' ')) ?? [];
    expect((await room.press(link)).status).toBe(200);
    const sms = await room.sending.gateway.call(`/rest/3.0/getCategoryPreferences?extId=${extId}&channel=SMS`, {
      method: 'GET',
    });
    expect(sms.json).toMatchObject({ states: { offers: 'on' } });
    expect((await room.states(extId)).states).toMatchObject({ offers: 'off' });
  });

  it('The definition of the topic asks in its place, unless it has no link to confirm', async () => {
    const define = async (message: string): Promise<void> => {
      const { notificationKey } = await room.sending.post<{ notificationKey: number }>('createNotificationDefinition', {
        title: 'T',
        subject: 'Own words',
        message,
        platforms: ['EMAIL'],
      });
      await room.db.affected(`UPDATE users.category SET confirmation = $1 WHERE name = 'news'`, [`${notificationKey}`]);
    };
    const subjects: string[] = [];
    for (const message of ['<p>Yes? <a href="@{confirmUrl}">@{topics}</a></p>', '<p>No link</p>']) {
      await define(message);
      const { extId, email } = await register();
      await room.prefer(extId, 'news', true);
      await room.subscribe({ app: 'shop', email: `stranger.${email}`, topics: ['news'] });
      await room.ask();
      const mails = await room.mails();
      subjects.push(...mails.map(({ subject }) => subject));
      for (const { link } of mails) {
        expect((await room.press(link)).status).toBe(200);
      }
      expect(await newsOf(extId)).toBe('on');
    }
    expect(subjects).toEqual(['Own words', 'Own words', 'shop: please confirm', 'shop: please confirm']);
    await room.db.affected('UPDATE users.category SET confirmation = NULL');
  });
});

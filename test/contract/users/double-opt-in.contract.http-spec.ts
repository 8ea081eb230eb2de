import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TopicService } from '#libs/users/preferences';
import { startDoubleOptIn, type DoubleOptIn } from '../../support/contract/double-opt-in.js';

let room: DoubleOptIn;

beforeAll(async () => {
  room = await startDoubleOptIn();
});
afterAll(() => room.close());

/** States of topics by channel EMAIL, of a user with an address. */
async function statesOf(email: string): Promise<Record<string, string | undefined>> {
  const row = await room.db.row<{ uid: number }>('SELECT uid FROM users.app_user WHERE lower(email) = lower($1)', [
    email,
  ]);
  const states = await room.sending.gateway.app.get(TopicService).readStates(room.sending.gateway.appId, row?.uid ?? 0);
  return Object.fromEntries(states.map(({ topic, channels }) => [topic.name, channels.EMAIL]));
}

describe('POST /p/subscribe', () => {
  it('The form of a stranger makes the topic pending, and the button of the mailed link makes it on, with proof', async () => {
    const answer = await room.subscribe({ app: 'shop', email: 'New@Example.com', topics: ['news'], language: 'de' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await room.ask()).toBe(1);
    const [mail] = await room.mails();
    expect(mail).toMatchObject({ address: 'New@example.com', subject: 'shop: bitte bestätigen' });
    expect(await statesOf('New@example.com')).toMatchObject({ news: 'pending' });
    const link = mail?.link ?? '';
    const page = await room.open(link);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('The news')]);
    expect(await statesOf('New@example.com')).toMatchObject({ news: 'pending' });
    const done = await room.press(link);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Sie haben bestätigt')]);
    expect(await statesOf('New@example.com')).toMatchObject({ news: 'on', offers: 'off' });
    expect(await room.db.rows('SELECT address, message_id, text_hash, source, by FROM users.opt_in_proof')).toEqual([
      {
        address: 'New@Example.com',
        message_id: mail?.messageId,
        text_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        source: 'LINK',
        by: '/p/subscribe',
      },
    ]);
  });
});

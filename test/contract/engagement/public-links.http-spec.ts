import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { parseBulk } from '../../support/rooms/parse.js';
import { contactKeyText } from '#libs/users/identities';
import { PreferenceService } from '#libs/users/preferences';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import { LinkTokenService } from '#libs/delivery/engagement';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';

const DAY = new Date().toISOString().slice(0, 10);
const MAIL = 'ada@example.com';
const PAGE = 'https://shop.example/a?x=1&y=2';

let gateway: TestGateway;
let tokens: LinkTokenService;
let dispatches = 80_000;
let uid: number;

beforeAll(async () => {
  gateway = await startGateway();
  tokens = gateway.app.get(LinkTokenService, { strict: false });
  await gateway.call('/rest/3.0/registerUsers', {
    body: [{ extId: 'ada', email: MAIL, msisdn: '+905321234567', profile: { city: 'Izmir' } }],
  });
  uid = (await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, ['ada'])).get('ada') ?? Number.NaN;
});
afterAll(() => gateway.close());

/** A message that was sent: what links need of it. */
async function sent(
  platform: 'EMAIL' | 'SMS',
  text: string,
): Promise<{ dispatchId: number; channel: number; recipientId: number }> {
  const dispatchId = (dispatches += 1);
  const message = parseBulk({ title: 'T', text, platforms: [platform] });
  await gateway.fresh.db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     VALUES ($1::bigint, $2, $1::bigint, 'single', $3, '{"type":"all"}', '{}', 3, $4, now())`,
    [dispatchId, gateway.appId, JSON.stringify(message), DAY],
  );
  return { dispatchId, channel: platform === 'EMAIL' ? CHANNELS.smtp : CHANNELS.sms, recipientId: uid };
}

/** Without a key, as a mail reader or a browser asks; where it is sent on to is not followed. */
async function ask(path: string, init: RequestInit = {}): Promise<Answer & { location: string | null }> {
  const answer = await fetch(`${gateway.base}${path}`, { redirect: 'manual', ...init });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: undefined,
    location: answer.headers.get('location'),
  };
}

async function figures(dispatchId: number): Promise<{ clicked: number; opened: number }> {
  const row = await gateway.fresh.db.row<{ clicked: number; opened: number }>(
    `SELECT coalesce(sum(s.clicked), 0)::integer AS clicked, coalesce(sum(s.opened), 0)::integer AS opened
       FROM delivery.click_stat s WHERE s.dispatch_id = $1`,
    [dispatchId],
  );
  return row ?? { clicked: -1, opened: -1 };
}

describe('Links of an e-mail', () => {
  const click = (ref: Awaited<ReturnType<typeof sent>>, url = PAGE): string =>
    `/c/${tokens.createToken('click', ref, 0, url)}?u=${encodeURIComponent(url)}`;

  it('A link of an e-mail redirects and counts one click, and prefetches count nothing', async () => {
    const ref = await sent('EMAIL', 'x');
    for (const init of [{ method: 'HEAD' }, { headers: { 'Sec-Purpose': 'prefetch;anonymous-client-ip' } }]) {
      expect(await ask(click(ref), init)).toMatchObject({ status: 302, location: PAGE });
    }
    expect(await figures(ref.dispatchId)).toEqual({ clicked: 0, opened: 0 });
    for (let again = 0; again < 2; again++) {
      expect(await ask(click(ref))).toMatchObject({ status: 302, location: PAGE });
    }
    expect(await figures(ref.dispatchId)).toEqual({ clicked: 1, opened: 0 });
    const { json } = await gateway.call(`/rest/3.0/getPushStats?notificationKey=${ref.dispatchId}`, { method: 'GET' });
    expect(json).toMatchObject({ code: 5003 });
  });

  it('A link of an e-mail works for no other page, no other message and no other purpose', async () => {
    const ref = await sent('EMAIL', 'x');
    const token = tokens.createToken('click', ref, 0, PAGE);
    for (const path of [
      `/c/${token}?u=${encodeURIComponent('https://evil.example/')}`,
      `/c/${token}`,
      `/c/${token}?u=${encodeURIComponent(PAGE)}&u=x`,
      `/c/${tokens.createToken('open', ref)}?u=${encodeURIComponent(PAGE)}`,
      `/c/x`,
      `/s/${token}`,
      `/o/${token}.gif`,
      `/u/${token}`,
      `/u/${tokens.createToken('unsubscribe', ref, 0, contactKeyText(MAIL))}.${contactKeyText('eve@example.com')}`,
    ]) {
      const answer = await ask(path);
      expect([answer.status, answer.location, path]).toEqual([404, null, path]);
      expect(answer.text).toContain('This link leads nowhere');
    }
    expect(await figures(ref.dispatchId)).toEqual({ clicked: 0, opened: 0 });
  });

  it('A link of an e-mail still redirects when the message is no longer known', async () => {
    const ref = { dispatchId: 1, channel: CHANNELS.smtp, recipientId: uid };
    expect(await ask(click(ref))).toMatchObject({ status: 302, location: PAGE });
  });

  it('The pixel of an e-mail counts an open once and no click', async () => {
    const ref = await sent('EMAIL', 'x');
    for (let again = 0; again < 2; again++) {
      const answer = await ask(`/o/${tokens.createToken('open', ref)}.gif`);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/gif',
        'private, no-store',
      ]);
    }
    expect(await figures(ref.dispatchId)).toEqual({ clicked: 0, opened: 1 });
  });
});

describe('Links of a text message', () => {
  it('A link of a text message leads to the URL of the message with the current values of the user', async () => {
    const ref = await sent('SMS', 'See https://shop.example/@{city}/x and https://b.example/.');
    expect(await ask(`/s/${tokens.createToken('short', ref, 0)}`)).toMatchObject({
      status: 302,
      location: 'https://shop.example/Izmir/x',
    });
    expect(await ask(`/s/${tokens.createToken('short', ref, 1)}`)).toMatchObject({
      status: 302,
      location: 'https://b.example/',
    });
    expect(await ask(`/s/${tokens.createToken('short', ref, 2)}`)).toMatchObject({ status: 404 });
    expect(await figures(ref.dispatchId)).toEqual({ clicked: 1, opened: 0 });
  });

  it.each(["'de", '’den', '査看', ')', '.'])(
    'A link of a text message leads on when a phone takes %s behind it for a part of it',
    async (rest) => {
      const ref = await sent('SMS', 'See https://shop.example/a');
      const link = `/s/${tokens.createToken('short', ref, 0)}`;
      expect(await ask(link + encodeURIComponent(rest))).toMatchObject({
        status: 302,
        location: 'https://shop.example/a',
      });
    },
  );
});

describe('Unsubscribe page', () => {
  const wantsMail = async (): Promise<boolean | undefined> =>
    (await gateway.app.get(RecipientService).findRecipientsByUser(gateway.appId, [uid], { withProfile: false }))[0]
      ?.emailOptIn;
  const suppressed = async (): Promise<number> =>
    (await gateway.fresh.db.rows(`SELECT FROM users.suppression s WHERE s.app_id = $1`, [gateway.appId])).length;
  const link = async (): Promise<string> => {
    const key = contactKeyText(MAIL);
    return `/u/${tokens.createToken('unsubscribe', await sent('EMAIL', 'x'), 0, key)}.${key}`;
  };

  it('The unsubscribe page asks first, and a GET changes nothing', async () => {
    const answer = await ask(await link());
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/Unsubscribe from shop\?[^]*<form method="post">\s*<button/);
    expect(answer.text).not.toMatch(/<script|<img|https?:/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect([await wantsMail(), await suppressed()]).toEqual([true, 0]);
  });

  it.each([
    ['its button', {}],
    [
      'one click of a mail program',
      { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'the same as a form of parts',
      {
        body: (() => {
          const form = new FormData();
          form.set('List-Unsubscribe', 'One-Click');
          return form;
        })(),
      },
    ],
  ])('The unsubscribe page unsubscribes by %s, and confirms a repeat too', async (_, init) => {
    const path = await link();
    for (let again = 0; again < 2; again++) {
      const answer = await ask(path, { method: 'POST', ...init });
      expect([answer.status, answer.text.includes('You are unsubscribed')]).toEqual([200, true]);
    }
    expect([await wantsMail(), await suppressed()]).toEqual([false, 1]);
    await gateway.app.get(PreferenceService).setOptIn(gateway.appId, 'email', true, ['ada']);
    expect([await wantsMail(), await suppressed()]).toEqual([true, 0]);
  });
});

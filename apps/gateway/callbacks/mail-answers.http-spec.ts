import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { createSignedHeaders } from '#platform/crypto';
import { startProxy, type Proxy } from '../../../test/support/processes/http-proxy.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** An application whose e-mails go by a service of its own. */
let sending: Sending;
let proxy: Proxy;
beforeAll(async () => {
  proxy = await startProxy(() => sending.gateway.base);
  sending = await startSending({ PUBLIC_URL: proxy.url });
  const channels = { smtp: { provider: 'http', url: 'https://mail.example.com/messages', secret: SECRET } };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', prune: true, channels }, { dryRun: false });
});
afterAll(async () => {
  proxy.close();
  await sending.close();
});

it('A STOP reply to an e-mail is stored as a refusal of e-mail with the source MAIL', async () => {
  await sending.post('registerUsers', [{ extId: 'ann', email: 'ann@example.com', msisdn: '+4915100000001' }]);
  const body = JSON.stringify({ from: 'ann@example.com', text: 'STOP' });
  const response = await fetch(`${proxy.url}/callbacks/accounts/shop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...createSignedHeaders([SECRET], '1', new Date(), body) },
    body,
  });
  expect(response.status).toBe(200);
  const { json } = await sending.gateway.call('/rest/3.0/getConsentHistory?extId=ann', { method: 'GET' });
  const { list } = json as { list: { subject: string; source: string }[] };
  expect(list.map(({ subject, source }) => [subject, source])).toEqual([
    ['EMAIL', 'MAIL'],
    ['EMAIL_ADDRESS', 'MAIL'],
  ]);
});

it.each([
  ['eva@müller.example', 'eva@xn--mller-kva.example'],
  ['ivo@xn--mller-kva.example', 'ivo@mu\u0308ller.example'],
])('A STOP reply of %j is one of the mailbox %j', async (email, from) => {
  await sending.post('registerUsers', [{ extId: email, email }]);
  const body = JSON.stringify({ from, text: 'unsubscribe me please' });
  const headers = { 'content-type': 'application/json', ...createSignedHeaders([SECRET], '2', new Date(), body) };
  const response = await fetch(`${proxy.url}/callbacks/accounts/shop`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const suppressions = sending.gateway.app.get(SuppressionService);
  expect(await suppressions.findReasons(sending.gateway.appId, 'email', [email])).toEqual(new Map([[email, 'STOP']]));
});

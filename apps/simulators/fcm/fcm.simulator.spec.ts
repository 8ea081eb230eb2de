import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jwtPart, Lab, post, type Answer } from '../lab.js';
import { nowSeconds } from '../server/jwt.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

describe('FCM simulator', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let bearer: string;
  beforeAll(async () => {
    const answer = await token({});
    bearer = `Bearer ${String(answer.body?.access_token)}`;
  });

  const url = (path: string): string => `https://127.0.0.1:${lab.simulators.endpoints.fcm.port}${path}`;
  function token(claims: object, grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'): Promise<Answer> {
    const all = {
      iss: 'firebase@demo.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: 'https://oauth2.googleapis.com/token',
      iat: nowSeconds(),
      exp: nowSeconds() + 3600,
      ...claims,
    };
    const signed = `${jwtPart({ alg: 'RS256', typ: 'JWT' })}.${jwtPart(all)}`;
    const assertion = `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
    const body = new URLSearchParams({ grant_type: grant, assertion });
    return lab.call(url('/token'), { method: 'POST', body });
  }
  function send(message: unknown, authorization = bearer): Promise<Answer> {
    return lab.call(url('/v1/projects/demo/messages:send'), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
  }
  const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';

  it('FCM issues access tokens only for a valid assertion', async () => {
    expect((await token({})).body).toMatchObject({ token_type: 'Bearer', expires_in: 3599 });
    expect(await token({ exp: nowSeconds() - 4000, iat: nowSeconds() - 7000 })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await token({ aud: 'https://example.com' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await token({ iss: undefined })).toMatchObject({ status: 400 });
    expect(await token({ scope: 'email' })).toMatchObject({ status: 400 });
    expect(await token({}, 'password')).toMatchObject({ body: { error: 'unsupported_grant_type' } });
  });

  it('FCM accepts messages over HTTP/1.1 and HTTP/2', async () => {
    const message = { token: 'device-1', notification: { title: 'hi' }, data: { heraldId: 'm-1' } };
    const first = await send(message);
    expect(first.status).toBe(200);
    expect(first.body?.name).toMatch(/^projects\/demo\/messages\/0:/);
    const http2 = await lab.session('fcm');
    const body = JSON.stringify({ message: { ...message, token: 'device-2' } });
    const second = await post(http2, '/v1/projects/demo/messages:send', { authorization: bearer }, body);
    http2.destroy();
    expect(second.status).toBe(200);
    const { deliveries } = await lab.deliveries('?provider=fcm&token=device-2');
    expect(deliveries).toMatchObject([{ messageId: 'm-1', payload: { message: { notification: { title: 'hi' } } } }]);
    expect((await lab.counts()).fcm).toEqual({ accepted: 2, rejected: 0, distinct: 2 });
  });

  it('FCM refuses unknown and forged access tokens', async () => {
    const forged = bearer.replace(/\.\d+\./, `.${nowSeconds() + 99_999}.`);
    for (const authorization of ['Bearer ya29.x', forged]) {
      const answer = await send({ token: 'd' }, authorization);
      expect(answer).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    }
  });

  it('FCM rejects an invalid message as a bad request and not as an invalid token', async () => {
    const wrong = [{ token: 'd', data: { a: 1 } }, {}, 7, { token: 'd', data: { a: 'x'.repeat(4096) } }];
    for (const message of wrong) {
      const { status, body } = await send(message);
      expect(status).toBe(400);
      const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest' }];
      expect(body).toMatchObject({ error: { status: 'INVALID_ARGUMENT', details } });
    }
  });

  it.each([
    [404, undefined, 'NOT_FOUND', 'UNREGISTERED'],
    [400, undefined, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'],
    [403, undefined, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'],
    [401, 'THIRD_PARTY_AUTH_ERROR', 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'],
    [429, undefined, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'],
    [500, undefined, 'INTERNAL', 'INTERNAL'],
    [503, undefined, 'UNAVAILABLE', 'UNAVAILABLE'],
  ])(
    'FCM answers the status %i with the reason %s in the error format of Google',
    async (status, reason, name, errorCode) => {
      await lab.faults({ provider: 'fcm', share: 1, status, retryAfterSeconds: 3, ...(reason && { reason }) });
      const answer = await send({ token: 'd' });
      expect(answer).toMatchObject({
        status,
        headers: { 'retry-after': '3' },
        body: { error: { code: status, status: name, details: [{ '@type': FCM_ERROR, errorCode }] } },
      });
    },
  );

  it('FCM accepts a message and answers with an error when the fault comes after it', async () => {
    await lab.faults({ provider: 'fcm', share: 1, status: 500, when: 'after' });
    expect(await send({ token: 'd' })).toMatchObject({ status: 500 });
    expect((await lab.counts()).fcm).toEqual({ accepted: 1, rejected: 0, distinct: 1 });
  });

  it('FCM closes the HTTP/1.1 connection after it accepted the message', async () => {
    await lab.faults({ provider: 'fcm', share: 1, fault: 'reset', when: 'after' });
    await expect(send({ token: 'd' })).rejects.toThrow('fetch failed');
    expect((await lab.counts()).fcm.accepted).toBe(1);
  });
});

import { createSign, generateKeyPairSync, sign } from 'node:crypto';
import { Agent } from 'node:https';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import webpush from 'web-push';
import { jwtPart, post, type Lab } from '../../../apps/simulators/lab.js';

const ACCOUNT = `AC${'0'.repeat(32)}`;
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const VAPID = { subject: 'mailto:ops@example.com', ...webpush.generateVAPIDKeys() };
const now = (): number => Math.floor(Date.now() / 1000);

/** Sends one message at a time to the simulators of a lab, as a sender would that is not Herald. */
export class ProviderClient {
  constructor(private readonly lab: Lab) {}

  async apns(token: string, body: object, headers: Record<string, string> = {}): Promise<void> {
    const signed = `${jwtPart({ alg: 'ES256', kid: 'ABC123DEFG' })}.${jwtPart({ iss: 'TEAM123456', iat: now() })}`;
    const signature = sign('sha256', Buffer.from(signed), { key: EC, dsaEncoding: 'ieee-p1363' });
    const authorization = `bearer ${signed}.${signature.toString('base64url')}`;
    const session = await this.lab.session('apns');
    const all = { authorization, 'apns-topic': 'com.example.shop', 'apns-push-type': 'alert', ...headers };
    const { status } = await post(session, `/3/device/${token}`, all, JSON.stringify(body));
    session.destroy();
    expect(status).toBe(200);
  }

  async fcm(message: object): Promise<void> {
    const { port } = this.lab.simulators.endpoints.fcm;
    const claims = {
      iss: 'firebase@demo.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: 'https://oauth2.googleapis.com/token',
      iat: now(),
      exp: now() + 3600,
    };
    const signed = `${jwtPart({ alg: 'RS256', typ: 'JWT' })}.${jwtPart(claims)}`;
    const assertion = `${signed}.${createSign('RSA-SHA256').update(signed).sign(RSA, 'base64url')}`;
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const token = await this.lab.call(`https://127.0.0.1:${port}/token`, { method: 'POST', body: form });
    const { status } = await this.lab.call(`https://127.0.0.1:${port}/v1/projects/demo/messages:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(token.body?.access_token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
    expect(status).toBe(200);
  }

  async webPush(content: object): Promise<void> {
    const { subscriptions } = (await this.lab.control('POST', '/subscriptions', { count: 1 })) as {
      subscriptions: webpush.PushSubscription[];
    };
    const [subscription] = subscriptions;
    const agent = new Agent({ ca: this.lab.authority.ca });
    await webpush.sendNotification(subscription ?? expect.unreachable(), JSON.stringify(content), {
      vapidDetails: VAPID,
      TTL: 60,
      urgency: 'high',
      agent,
    });
  }

  async mail(mail: SendMailOptions): Promise<void> {
    const { host, port } = this.lab.simulators.endpoints.smtp;
    const transport = createTransport({ host, port, requireTLS: true, tls: { ca: this.lab.authority.ca } });
    await transport.sendMail(mail);
    transport.close();
  }

  async sms(form: Record<string, string>): Promise<void> {
    const { port } = this.lab.simulators.endpoints.sms;
    const { status } = await this.lab.call(`https://127.0.0.1:${port}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:token`).toString('base64')}` },
      body: new URLSearchParams({ To: '+4915112345678', From: '+15005550006', Body: 'hello', ...form }),
    });
    expect(status).toBe(201);
  }
}

import { generateKeyPairSync } from 'node:crypto';
import webpush from 'web-push';
import type { ApnsCredentials } from '../../libs/channels/providers/apns/apns-credentials.js';
import type { FcmCredentials } from '../../libs/channels/providers/fcm/fcm-credentials.js';
import type { HmsCredentials } from '../../libs/channels/providers/hms/hms-credentials.js';
import type { SmtpCredentials } from '../../libs/channels/providers/smtp/smtp-credentials.js';
import type { TwilioCredentials } from '../../libs/channels/providers/twilio/twilio-credentials.js';
import type { WebPushCredentials } from '../../libs/channels/providers/web-push/web-push-credentials.js';

/** Credentials of the provider that each channel has by default. */
export interface TestCredentials {
  apns: ApnsCredentials;
  fcm: FcmCredentials;
  webpush: WebPushCredentials;
  smtp: SmtpCredentials;
  sms: TwilioCredentials;
  hms: HmsCredentials;
}

/** Channels whose senders have tests of their own kind; further ones have the conformance suite. */
export type TestedChannel = keyof TestCredentials;

const ec = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Credentials of an account on each channel, which the simulators accept. */
export const CREDENTIALS: TestCredentials = {
  apns: {
    teamId: 'TEAM000001',
    keyId: 'KEY0000001',
    key: ec.privateKey,
    topic: 'com.example.shop',
    environment: 'production',
  },
  fcm: {
    serviceAccount: {
      project_id: 'demo-shop',
      client_email: 'push@demo-shop.iam.gserviceaccount.com',
      private_key: rsa.privateKey,
    },
  },
  webpush: { subject: 'mailto:push@example.com', ...webpush.generateVAPIDKeys() },
  smtp: { host: 'smtp.invalid', port: 25, secure: false, user: 'shop', password: 'secret', from: 'shop@example.org' },
  sms: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', senders: ['+15005550006', 'SHOP'] },
  hms: { clientId: '100000001', clientSecret: 'secret', receiptUser: 'herald', receiptSecret: 'secret' },
};

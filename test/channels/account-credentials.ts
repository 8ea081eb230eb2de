import { generateKeyPairSync } from 'node:crypto';
import webpush from 'web-push';
import type { CredentialsByChannel } from '#libs/channels';

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

/** Of an account on each channel, whom the simulators take as they come. */
export const CREDENTIALS: CredentialsByChannel = {
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
};

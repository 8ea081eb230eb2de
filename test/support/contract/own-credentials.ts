import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { ProviderAccountService } from '#libs/tenancy';
import type { TestGateway } from './gateway.js';

const PEM = { type: 'spki', format: 'pem' } as const;

function toPublic(key: string): string {
  return createPublicKey(key).export(PEM).toString();
}

/** Stored credentials that the tests use. */
interface Stored {
  apns: { teamId: string; keyId: string; key: string; topic: string };
  fcm: { serviceAccount: { client_email: string; private_key: string; project_id: string } };
  webpush: { publicKey: string };
  smtp: { user?: string; password?: string };
  sms: { accountSid: string; authToken: string; senders: string[] };
}

/** The providers' knowledge of the application's simulated accounts, as `PUT /credentials` takes it. */
export async function ownCredentials({ app, appId }: TestGateway) {
  const accounts = app.get(ProviderAccountService);
  const find = async <C extends keyof Stored>(channel: C): Promise<{ credentials: Stored[C] } | null> => {
    const account = await accounts.findAccount(appId, channel);
    return account && { credentials: account.credentials as Stored[C] };
  };
  const [apns, fcm, webpush, smtp, sms] = await Promise.all([
    find('apns'),
    find('fcm'),
    find('webpush'),
    find('smtp'),
    find('sms'),
  ]);
  if (!apns || !fcm || !webpush || !smtp || !sms) {
    throw new Error('The application has no account of some channel');
  }
  const { serviceAccount } = fcm.credentials;
  return {
    apns: {
      teamId: apns.credentials.teamId,
      keyId: apns.credentials.keyId,
      publicKey: toPublic(apns.credentials.key),
      topics: [apns.credentials.topic],
    },
    fcm: {
      clientEmail: serviceAccount.client_email,
      publicKey: toPublic(serviceAccount.private_key),
      projectId: serviceAccount.project_id,
    },
    webpush: { publicKey: webpush.credentials.publicKey },
    smtp: { user: smtp.credentials.user ?? '', password: smtp.credentials.password ?? '' },
    sms: {
      accountSid: sms.credentials.accountSid,
      authToken: sms.credentials.authToken,
      senders: sms.credentials.senders,
    },
  };
}

/**
 * The providers' knowledge of another customer: they refuse every account of a test, as real ones refuse mistyped
 * credentials.
 */
export function foreignCredentials() {
  const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey.export(PEM).toString();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export(PEM).toString();
  return {
    apns: { teamId: 'OTHERTEAM1', keyId: 'OTHERKEY01', publicKey: ec, topics: ['com.example.other'] },
    fcm: { clientEmail: 'push@other.iam.gserviceaccount.com', publicKey: rsa, projectId: 'other' },
    webpush: { publicKey: 'BOtherKey' },
    smtp: { user: 'other', password: 'other-password' },
    sms: { accountSid: `AC${'1'.repeat(32)}`, authToken: 'other-token', senders: ['+15005550001'] },
  };
}

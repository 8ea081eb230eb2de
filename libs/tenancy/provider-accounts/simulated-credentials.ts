import { createECDH, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { AccountChannel, AccountCredentials, Application } from '../model/tenancy.types.js';
import type { SimulatedSettings } from './credentials.js';

const generateKeyPairAsync = promisify(generateKeyPair);
const PEM = { type: 'pkcs8', format: 'pem' } as const;
const SPKI = { type: 'spki', format: 'pem' } as const;
/** A number of Twilio's for trials, and a name. */
const SMS_SENDERS: readonly string[] = ['+15005550006', 'HERALD'];

/**
 * Generates credentials for the simulators, in the form of the real provider, so that signing, token exchange and log-in
 * work as with the provider.
 */
export async function generateCredentials<C extends AccountChannel>(
  app: Application,
  channel: C,
): Promise<AccountCredentials[C]> {
  const make: { [K in AccountChannel]: () => Promise<AccountCredentials[K]> } = {
    apns: generateApnsCredentials,
    fcm: generateFcmCredentials,
    webpush: async () => generateVapidKeys('mailto:operator@herald.example'),
    smtp: async () => ({
      host: 'simulators',
      port: 587,
      secure: false,
      user: `app-${app.id}`,
      password: randomBytes(18).toString('base64url'),
      from: `no-reply@app-${app.id}.herald.example`,
    }),
    sms: async () => ({
      accountSid: `AC${randomBytes(16).toString('hex')}`,
      authToken: randomBytes(16).toString('hex'),
      senders: [...SMS_SENDERS],
    }),
  };
  return make[channel]();
}

/** Sets what the file says of a simulated account. What the file leaves out becomes as in new ones. */
export function setSimulatedFields(
  channel: AccountChannel,
  credentials: AccountCredentials[AccountChannel],
  { dkim, display, senders = [...SMS_SENDERS] }: SimulatedSettings,
): AccountCredentials[AccountChannel] {
  const settings: { [C in AccountChannel]?: object } = { fcm: { display }, smtp: { dkim }, sms: { senders } };
  return { ...credentials, ...settings[channel] };
}

/** VAPID keys (RFC 8292, section 3.2): a P-256 pair, the public part as an uncompressed point. */
export function generateVapidKeys(subject: string): AccountCredentials['webpush'] {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const padded = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    subject,
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: padded.toString('base64url'),
  };
}

/** Team and key ids are ten characters, the key is ES256 in PKCS#8, as in Apple's .p8 files. */
async function generateApnsCredentials(): Promise<AccountCredentials['apns']> {
  const { privateKey } = await generateKeyPairAsync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: PEM,
    publicKeyEncoding: SPKI,
  });
  return {
    teamId: generateTenCharacterId(),
    keyId: generateTenCharacterId(),
    key: privateKey,
    topic: 'com.example.herald',
    environment: 'production',
  };
}

async function generateFcmCredentials(): Promise<AccountCredentials['fcm']> {
  const { privateKey } = await generateKeyPairAsync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: PEM,
    publicKeyEncoding: SPKI,
  });
  const project = `herald-${randomBytes(4).toString('hex')}`;
  return {
    serviceAccount: {
      type: 'service_account',
      project_id: project,
      private_key_id: randomBytes(20).toString('hex'),
      private_key: privateKey,
      client_email: `push@${project}.iam.gserviceaccount.com`,
      client_id: String(randomBytes(6).readUIntBE(0, 6)),
      token_uri: 'https://oauth2.googleapis.com/token',
      universe_domain: 'googleapis.com',
    },
  };
}

function generateTenCharacterId(): string {
  return randomBytes(5).toString('hex').toUpperCase();
}

import { generateKeyPairSync } from 'node:crypto';

const EC = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PKCS8 = { type: 'pkcs8', format: 'pem' } as const;
const SPKI = { type: 'spki', format: 'pem' } as const;

const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'shop',
  client_email: 'push@shop.iam.gserviceaccount.com',
  private_key: RSA.privateKey.export(PKCS8),
});

/** Values of `${NAME}` in examples of application files. */
export const EXAMPLE_ENV = {
  BACKEND_KEY: 'b'.repeat(40),
  IDENTITY_SECRET: 'i'.repeat(40),
  SMTP_PASSWORD: 's3cret',
  VONAGE_API_SECRET: 's3cret',
  HMS_CLIENT_SECRET: 's3cret',
  WHATSAPP_ACCESS_TOKEN: 't0ken',
  WHATSAPP_APP_SECRET: 's3cret',
  WHATSAPP_VERIFY_TOKEN: 'w0rd',
  TELEGRAM_BOT_TOKEN: `123456789:${'t'.repeat(35)}`,
  TELEGRAM_WEBHOOK_SECRET: 'a-word-of-the-webhook',
  SLACK_BOT_TOKEN: 'xoxb-1234567890-1234567890-abcdef',
  SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
  INFOBIP_API_KEY: '0a1b2c3d-4e5f',
  INFOBIP_CALLBACK_PASSWORD: 'a-password-of-herald',
  SES_SECRET_ACCESS_KEY: 'a-secret-access-key-of-amazon-of-40-char',
  HTTP_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  SMS_TOKEN: 't0ken',
};

const FILES: Readonly<Record<string, string>> = {
  'AuthKey.p8': String(EC.privateKey.export(PKCS8)),
  'identity.pem': String(EC.publicKey.export(SPKI)),
  'identity-public.pem': String(EC.publicKey.export(SPKI)),
  'dkim.pem': String(RSA.privateKey.export(PKCS8)),
  'fcm.json': SERVICE_ACCOUNT,
  'service-account.json': SERVICE_ACCOUNT,
};

/** Reads the files that examples name. @throws Error for another name */
export async function readExampleFile(path: string): Promise<string> {
  const text = FILES[path];
  if (text === undefined) {
    throw new Error(`No example has the file ${path}`);
  }
  return text;
}

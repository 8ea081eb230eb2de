import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { malformed } from '#platform/errors';
import { joinPath, oneOfField, textField } from '#platform/forms';
import { PEM, readPrivateKey, REAL, SPKI } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

const ENVIRONMENTS = ['production', 'sandbox'] as const;
const generateKeyPairAsync = promisify(generateKeyPair);

export interface ApnsCredentials {
  teamId: string;
  keyId: string;
  /** PKCS#8 PEM of the ES256 key (.p8). */
  key: string;
  /** Bundle id, sent as `apns-topic`. */
  topic: string;
  environment: 'production' | 'sandbox';
}

export const APNS_FORM: CredentialForm<ApnsCredentials> = {
  fields: {
    teamId: textField(`Team of the developer account. ${REAL}`),
    keyId: textField(`Id of the key. ${REAL}`),
    key: textField(`The \`.p8\` key, or the name of its file. ${REAL}`),
    topic: textField(`Bundle id of the app. ${REAL}`),
    environment: oneOfField(ENVIRONMENTS, 'Which of Apple’s servers', '`production`'),
  },
  secrets: { key: 'APNS_KEY' },

  read(form) {
    const key = form.text('key');
    if (readPrivateKey(key, joinPath(form.path, 'key')).asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
      throw malformed(`${joinPath(form.path, 'key')} should be an ES256 key (the content of a .p8 file)`);
    }
    return {
      teamId: form.text('teamId'),
      keyId: form.text('keyId'),
      key,
      topic: form.text('topic'),
      environment: form.has('environment') ? form.oneOf('environment', ENVIRONMENTS) : 'production',
    };
  },

  simulate: async (_form, stored) => stored ?? generateCredentials(),
};

/** Team and key ids are ten characters, the key is ES256 in PKCS#8, as in Apple's .p8 files. */
async function generateCredentials(): Promise<ApnsCredentials> {
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

function generateTenCharacterId(): string {
  return randomBytes(5).toString('hex').toUpperCase();
}

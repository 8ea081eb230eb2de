import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { isJsonObject, parseJson } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, freeField, joinPath, oneOfField } from '#platform/forms';
import { PEM, readPrivateKey, REAL, SPKI } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

/**
 * The program that draws the notifications of Android: the system, the app, or (`auto`) the app where the content needs
 * it and the installation has said that it can.
 */
export const ANDROID_DISPLAYS = ['system', 'app', 'auto'] as const;
export type AndroidDisplay = (typeof ANDROID_DISPLAYS)[number];

/** Required fields of Google's service-account file, and all others. */
export interface ServiceAccount {
  project_id: string;
  client_email: string;
  private_key: string;
  [field: string]: unknown;
}

export interface FcmCredentials {
  /** Content of the service-account JSON file. */
  serviceAccount: ServiceAccount;
  /** Absent: `auto`. */
  display?: AndroidDisplay | undefined;
}

const generateKeyPairAsync = promisify(generateKeyPair);

export const FCM_FORM: CredentialForm<FcmCredentials> = {
  fields: {
    serviceAccount: freeField(
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'object' }] },
      `The service-account file: its name, its text, or its content as a map. ${REAL}`,
    ),
    display: oneOfField(ANDROID_DISPLAYS, 'Who draws notifications ([messages](messages.md))', '`auto`'),
  },
  secrets: { serviceAccount: 'FCM_SERVICE_ACCOUNT' },
  simulated: ['display'],

  read: (form) => ({
    serviceAccount: readServiceAccount(form.value('serviceAccount'), joinPath(form.path, 'serviceAccount')),
    display: readDisplay(form),
  }),

  simulate: async (form, stored) => ({ ...(stored ?? (await generateCredentials())), display: readDisplay(form) }),
};

/** The setting of an account, which decides how messages to Android are rendered. */
export function androidDisplay(credentials: object): AndroidDisplay {
  const display = 'display' in credentials ? credentials.display : undefined;
  return ANDROID_DISPLAYS.find((name) => name === display) ?? 'auto';
}

/** Absent where it is the default: accounts of earlier releases then stay as they are. */
function readDisplay(form: Form): AndroidDisplay | undefined {
  const display = form.has('display') ? form.oneOf('display', ANDROID_DISPLAYS) : 'auto';
  return display === 'auto' ? undefined : display;
}

/** The service-account file, as JSON text or as a map. */
function readServiceAccount(value: unknown, path: string): ServiceAccount {
  const fields = typeof value === 'string' ? parseJson(value) : value;
  if (!isJsonObject(fields)) {
    throw malformed(
      `${path} ${value === undefined ? 'is required' : 'should be the content of a service-account file'}`,
    );
  }
  const form = Form.read(fields, path, Object.keys(fields));
  const needed = {
    project_id: form.text('project_id'),
    client_email: form.text('client_email'),
    private_key: form.text('private_key'),
  };
  if (readPrivateKey(needed.private_key, joinPath(path, 'private_key')).asymmetricKeyType !== 'rsa') {
    throw malformed(`${joinPath(path, 'private_key')} should be an RSA key`);
  }
  return { ...fields, ...needed };
}

async function generateCredentials(): Promise<FcmCredentials> {
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

import { createHash, randomBytes } from 'node:crypto';
import { isWebhookSecret } from '#platform/crypto';
import { malformed } from '#platform/errors';
import {
  flagField,
  Form,
  intField,
  joinPath,
  listField,
  namesOf,
  oneOfField,
  required,
  textField,
  textsField,
} from '#platform/forms';
import { parsePublicHttpsUrl } from '#platform/net';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';
import { MEANINGS, type MappedAnswer } from './http-answers.js';

const STATUS = { min: 100, max: 599 } as const;
/** The host of simulated accounts, which nothing connects to. */
const SIMULATED_BASE = 'https://messages.herald.example/';

export interface HttpCredentials {
  /** The address to which each message is posted. */
  url: string;
  /** `whsec_` and base64: it signs requests, and proves callbacks. */
  secret: string;
  /** Value of the `Authorization` header. */
  authorization?: string | undefined;
  senders?: string[] | undefined;
  /** A message that comes twice under one `webhook-id` is taken once. */
  idempotent?: boolean | undefined;
  /** Names of the JSON fields with code and id. */
  codeField?: string | undefined;
  idField?: string | undefined;
  answers?: MappedAnswer[] | undefined;
}

const ANSWER_FIELDS = {
  status: intField(STATUS, 'HTTP status', 'any'),
  code: textField('The code in the answer', { otherwise: 'any' }),
  means: required(oneOfField(MEANINGS, 'What it means')),
  untaken: flagField('The service has certainly not taken the message'),
};

/** Any service that takes a signed JSON request for each message. */
export const HTTP_FORM: CredentialForm<HttpCredentials> = {
  fields: {
    url: textField(`Where messages are posted to, \`https:\` with a public host. ${REAL}`),
    secret: textField(`\`whsec_\` and 24 to 64 bytes in base64: signs requests and callbacks. ${REAL}`),
    authorization: textField('Value of the header `Authorization`', { otherwise: 'no such header' }),
    senders: textsField('Numbers or names that a text message may be from', 'whatever the message names'),
    idempotent: flagField('The service takes a repeated `webhook-id` once, so doubt is repeated'),
    codeField: textField('Field of the JSON answer with the code of an error', { otherwise: '`code`' }),
    idField: textField('Field of the JSON answer with the id of the message', { otherwise: '`id`' }),
    answers: listField(ANSWER_FIELDS, 'What answers mean; the first match wins, before the usual meanings'),
  },
  secrets: { secret: 'HTTP_SECRET', authorization: 'HTTP_AUTHORIZATION' },
  simulated: ['senders', 'idempotent', 'codeField', 'idField', 'answers'],

  read(form) {
    const url = parsePublicHttpsUrl(form.text('url'));
    if (!url) {
      throw malformed(`${joinPath(form.path, 'url')} should be an https: URL of the public internet`);
    }
    const secret = form.text('secret');
    if (!isWebhookSecret(secret)) {
      throw malformed(`${joinPath(form.path, 'secret')} should be whsec_ and 24 to 64 bytes in base64`);
    }
    const authorization = form.optionalText('authorization');
    if (authorization !== undefined && !/^[\x20-\x7e]+$/.test(authorization)) {
      throw malformed(`${joinPath(form.path, 'authorization')} should be one line of printable ASCII`);
    }
    return { url: url.href, secret, authorization, ...readSettings(form) };
  },

  async simulate(form, stored) {
    const name = randomBytes(12).toString('hex');
    const { url, secret } = stored ?? { url: SIMULATED_BASE + name, secret: simulatedSecret(name) };
    return { url, secret, ...readSettings(form) };
  },
};

/** The name by which the simulator knows an account. */
export function simulatedName({ url }: Pick<HttpCredentials, 'url'>): string {
  return url.startsWith(SIMULATED_BASE) ? url.slice(SIMULATED_BASE.length) : '';
}

/** The simulator knows no secret of anybody: it derives that of an account from its name. */
export function simulatedSecret(name: string): string {
  return `whsec_${createHash('sha256').update(`herald simulator ${name}`).digest('base64')}`;
}

function readSettings(form: Form): Omit<HttpCredentials, 'url' | 'secret' | 'authorization'> {
  return {
    senders: form.texts('senders'),
    idempotent: form.flag('idempotent'),
    codeField: form.optionalText('codeField'),
    idField: form.optionalText('idField'),
    answers: form.has('answers') ? readAnswers(form) : undefined,
  };
}

function readAnswers(form: Form): MappedAnswer[] {
  return Form.readList(form.value('answers'), joinPath(form.path, 'answers'), namesOf(ANSWER_FIELDS)).map((entry) => {
    const answer = { status: entry.int('status', STATUS), code: entry.optionalText('code') };
    if (answer.status === undefined && answer.code === undefined) {
      throw malformed(`${entry.path} should name a status or a code`);
    }
    return {
      ...answer,
      means: entry.oneOf('means', MEANINGS),
      untaken: entry.flag('untaken') === true ? true : undefined,
    };
  });
}

import { createHmac, randomBytes } from 'node:crypto';
import { malformed } from '#platform/errors';
import { joinPath, mapField, patternField, textField, textsField, type Form } from '#platform/forms';
import { DKIM_FIELDS, readDkim } from '../../mail/dkim-key.js';
import type { MailSenderAccount } from '../../mail/mail-from.js';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

/** Names of hosts are built from it, so nothing else passes. */
const REGION = /^[a-z]{2}(-[a-z]{2,12}){1,3}-\d{1,2}$/;
const CONFIGURATION_SET = /^[\w-]{1,64}$/;
/** `arn:PARTITION:sns:REGION:ACCOUNT:NAME` (Amazon SNS, "Amazon Resource Names"). */
const TOPIC = /^arn:aws(?:-cn|-us-gov)?:sns:([a-z0-9-]{5,40}):\d{12}:[\w-]{1,256}$/;

export interface SesCredentials extends MailSenderAccount {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The token of temporary credentials. */
  sessionToken?: string | undefined;
  configurationSet?: string | undefined;
  /** The SNS topic of bounces and complaints. Absent: no report is believed. */
  topicArn?: string | undefined;
}

/** Amazon SES, API v2. */
export const SES_FORM: CredentialForm<SesCredentials> = {
  fields: {
    region: textField(`AWS region, such as \`eu-west-1\`. ${REAL}`),
    accessKeyId: textField(`Of an IAM user that may send. ${REAL}`),
    secretAccessKey: textField(`Of the same user. ${REAL}`),
    sessionToken: textField('Of temporary credentials', { otherwise: 'the key is a lasting one' }),
    from: textField(`Address of the sender, verified in SES. ${REAL}`),
    fromDomains: textsField('More domains that messages may be from', 'that of `from`'),
    configurationSet: patternField(
      CONFIGURATION_SET.source,
      'Configuration set of the messages',
      'that of the identity',
    ),
    topicArn: textField('SNS topic of the configuration set, for bounces and complaints', {
      otherwise: 'no report is believed',
    }),
    dkim: mapField(DKIM_FIELDS, 'Signs each mail, besides SES', 'SES signs'),
  },
  secrets: {
    secretAccessKey: 'SES_SECRET_ACCESS_KEY',
    sessionToken: 'SES_SESSION_TOKEN',
    'dkim.key': 'SES_DKIM_KEY',
  },
  simulated: ['fromDomains', 'configurationSet', 'dkim'],

  read: (form) => ({
    region: readMatch(form, 'region', REGION, 'an AWS region such as eu-west-1'),
    accessKeyId: readMatch(form, 'accessKeyId', /^\w{16,128}$/, 'the id of an access key'),
    secretAccessKey: form.text('secretAccessKey'),
    sessionToken: form.optionalText('sessionToken'),
    from: form.text('from'),
    topicArn: form.has('topicArn') ? readMatch(form, 'topicArn', TOPIC, 'the ARN of an SNS topic') : undefined,
    ...readSettings(form),
  }),

  async simulate(form, stored, appId) {
    const accessKeyId = stored?.accessKeyId ?? `AKIA${randomBytes(10).toString('hex').slice(0, 16).toUpperCase()}`;
    return {
      region: 'eu-west-1',
      accessKeyId,
      secretAccessKey: simulatedSecret(accessKeyId),
      from: `no-reply@app-${appId}.herald.example`,
      topicArn: `arn:aws:sns:eu-west-1:000000000001:${accessKeyId}`,
      ...readSettings(form),
    };
  },
};

/** A signature does not contain the secret, so the simulator derives that of a key from its id. */
export function simulatedSecret(accessKeyId: string): string {
  return createHmac('sha256', 'herald simulator').update(accessKeyId).digest('base64').slice(0, 40);
}

/** The part of an ARN of a topic that names its region. */
export function regionOfTopic(topicArn: string): string {
  return TOPIC.exec(topicArn)?.[1] ?? '';
}

/** `amazonaws.com`, and its counterpart in China. */
export function awsDomain(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
}

function readSettings(form: Form): Pick<SesCredentials, 'fromDomains' | 'configurationSet' | 'dkim'> {
  return {
    fromDomains: form.texts('fromDomains'),
    configurationSet: form.has('configurationSet')
      ? readMatch(form, 'configurationSet', CONFIGURATION_SET, 'the name of a configuration set')
      : undefined,
    dkim: readDkim(form),
  };
}

function readMatch(form: Form, name: string, pattern: RegExp, expected: string): string {
  const text = form.text(name);
  if (!pattern.test(text)) {
    throw malformed(`${joinPath(form.path, name)} should be ${expected}`);
  }
  return text;
}

import type { AccountChannel, AccountCredentials, AccountRateLimits } from '../model/tenancy.types.js';
import type { ProviderAccountEntity } from './provider-account.entity.js';

/** Where credentials have secrets, and what each is called in place of its value. */
const SECRETS: { [C in AccountChannel]: Readonly<Record<string, string>> } = {
  apns: { key: 'APNS_KEY' },
  fcm: { serviceAccount: 'FCM_SERVICE_ACCOUNT' },
  webpush: {},
  smtp: { password: 'SMTP_PASSWORD' },
  sms: { authToken: 'SMS_AUTH_TOKEN' },
};
const DKIM_KEY = 'SMTP_DKIM_KEY';

/**
 * An account as the application file has it: each secret is named as a value of the environment.
 *
 * @param credentials  undefined: another `MASTER_KEY` sealed them, so only the secrets' names are told
 */
export function toAccountEntry(
  { channel, simulator, pace }: Pick<ProviderAccountEntity, 'channel' | 'simulator' | 'pace'>,
  credentials: AccountCredentials[AccountChannel] | undefined,
): { entry: object; withheld: string[] } {
  const { publicKey: _public, privateKey: _private, ...fields } = toFields(credentials);
  const given = simulator
    ? toSimulatedFields(channel, fields)
    : nameSecrets(channel, fields, credentials === undefined);
  const { dkim, withheld } = nameDkimKey(given);
  const names = simulator
    ? []
    : Object.values(SECRETS[channel]).filter((name) => Object.values(given).includes(named(name)));
  return {
    entry: { ...(simulator && { simulator }), ...given, ...dkim, ...toRateFields(pace) },
    withheld: [...names, ...withheld],
  };
}

/** Web push keys are left out: `apply` keeps those that an account has. */
function toFields(credentials: AccountCredentials[AccountChannel] | undefined): Record<string, unknown> {
  return JSON.parse(JSON.stringify(credentials ?? {})) as Record<string, unknown>;
}

/** What a simulated account has from the file; the rest of it is generated. */
function toSimulatedFields(channel: AccountChannel, { dkim, display, senders }: Record<string, unknown>): object {
  const fields: { [C in AccountChannel]?: object } = {
    fcm: { ...(display !== undefined && { display }) },
    smtp: { ...(dkim !== undefined && { dkim }) },
    sms: { senders },
  };
  return fields[channel] ?? {};
}

function nameSecrets(channel: AccountChannel, fields: Record<string, unknown>, isUnknown: boolean): object {
  const secrets = Object.entries(SECRETS[channel]).filter(([field]) => isUnknown || Object.hasOwn(fields, field));
  return { ...fields, ...Object.fromEntries(secrets.map(([field, name]) => [field, named(name)])) };
}

function nameDkimKey(fields: object): { dkim?: object; withheld: string[] } {
  return 'dkim' in fields && typeof fields.dkim === 'object'
    ? { dkim: { dkim: { ...fields.dkim, key: named(DKIM_KEY) } }, withheld: [DKIM_KEY] }
    : { withheld: [] };
}

function toRateFields(pace: AccountRateLimits | null): object {
  return {
    ...(pace?.perSecond !== undefined && { ratePerSecond: pace.perSecond }),
    ...(pace?.rampFrom !== undefined && { rampFromPerSecond: pace.rampFrom }),
    ...(pace?.perDomain !== undefined && { domainRatePerSecond: pace.perDomain }),
  };
}

function named(name: string): string {
  return `\${${name}}`;
}

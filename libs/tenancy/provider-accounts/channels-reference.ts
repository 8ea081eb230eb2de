import { isDeepStrictEqual } from 'node:util';
import { defaultProviderOf, providersOf } from '#libs/channels';
import { CHANNEL_DEFINITIONS, CHANNEL_NAMES, type Channel } from '#libs/channels/definitions';
import { freeField, mapField, type FileField, type SectionReference } from '#platform/forms';
import { accountFields } from './account-form.js';
import { ACCOUNT_NAME, SHARED_CHANNELS } from './account-key.js';

/** The entry of a channel: the names of its default provider, and those of the others, which say whose they are. */
function channelField(channel: Channel): FileField {
  const main = defaultProviderOf(channel);
  const others = providersOf(channel).filter((provider) => provider !== main);
  const ofOthers = new Map<string, FileField>();
  for (const { name, credentials } of others) {
    for (const [field, value] of Object.entries(credentials.fields)) {
      const told = ofProvider(name, value);
      const earlier = ofOthers.get(field);
      ofOthers.set(field, earlier === undefined ? told : together(earlier, told));
    }
  }
  return mapField(
    { ...Object.fromEntries(ofOthers), ...accountFields(channel, main) },
    CHANNEL_DEFINITIONS[channel].about,
  );
}

/** A field that two providers have under the same name: what both say, and what either takes. */
function together(first: FileField, second: FileField): FileField {
  const { description: ofFirst, ...firstSchema } = first.schema;
  const { description: ofSecond, ...secondSchema } = second.schema;
  const schema = isDeepStrictEqual(firstSchema, secondSchema) ? firstSchema : { anyOf: [firstSchema, secondSchema] };
  return { ...first, schema: { ...schema, description: `${String(ofFirst).replace(/\.$/, '')}; ${String(ofSecond)}` } };
}

function ofProvider(name: string, field: FileField): FileField {
  const { description } = field.schema;
  const text = typeof description === 'string' ? `\`${name}\`: ${description}` : `\`${name}\``;
  return { ...field, isRequired: false, schema: { ...field.schema, description: text } };
}

/** The fields that simulated accounts take beside rates, for the page. */
function simulatedNames(): string {
  return CHANNEL_NAMES.map((channel) => ({
    channel,
    names: [...new Set(providersOf(channel).flatMap(({ credentials }) => credentials.simulated ?? []))],
  }))
    .filter(({ names }) => names.length > 0)
    .map(({ channel, names }) => `${channel} ${names.map((name) => `\`${name}\``).join(', ')}`)
    .join('; ');
}

function channelsField(): FileField {
  const byChannel = Object.fromEntries(CHANNEL_NAMES.map((channel) => [channel, channelField(channel)]));
  const field = mapField(byChannel, 'Accounts at the providers, by channel');
  const further = Object.fromEntries(
    SHARED_CHANNELS.map((channel) => [
      `${channel}:NAME`,
      freeField({ type: 'object' }, `A further account, with the same fields`),
    ]),
  );
  const patternProperties = Object.fromEntries(
    SHARED_CHANNELS.map((channel) => [`^${channel}:${ACCOUNT_NAME}$`, byChannel[channel]?.schema ?? {}]),
  );
  return { ...field, fields: { ...byChannel, ...further }, schema: { ...field.schema, patternProperties } };
}

export const CHANNELS_REFERENCE: SectionReference = {
  field: channelsField(),
  about:
    'Wrong keys are refused. ' +
    '`herald apply FILE --test` also tries the accounts ([providers](providers.md)). ' +
    `A simulated account takes only rates and these: ${simulatedNames()}. ` +
    'Several accounts: [providers](providers.md#several-accounts-of-a-channel).',
  example: `
app: shop
channels:
  apns: { teamId: A1B2C3D4E5, keyId: F6G7H8I9J0, key: AuthKey.p8, topic: com.example.shop }
  fcm: { serviceAccount: fcm.json, display: auto }
  webpush: { subject: 'mailto:push@example.com' }
  smtp:
    host: smtp.example.com
    user: shop
    password: \${SMTP_PASSWORD}
    from: Shop <hello@example.com>
    dkim: { domain: example.com, selector: herald, key: dkim.pem }
    ratePerSecond: 200
    domainRatePerSecond: 20
  sms: { simulator: true, senders: [SHOP], share: 70 }
  sms:second: { provider: vonage, simulator: true, share: 30 }
`,
};

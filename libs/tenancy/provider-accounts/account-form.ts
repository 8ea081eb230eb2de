import { defaultProviderOf, providersOf, type AccountRateLimits, type Provider } from '#libs/channels';
import { RECIPIENT_KINDS, type Channel } from '#libs/channels/definitions';
import { flagField, Form, joinPath, namesOf, oneOfField, type FileFields } from '#platform/forms';
import { isJsonObject } from '#platform/collections';
import type { AccountRules } from '../model/provider-account.types.js';
import { readRules, ruleFields } from './account-rules.js';
import { DOMAIN_RATE_FIELDS, RATE_FIELDS, readRateLimits } from './rate-limits.js';

/** The entry of an account, besides its credentials. */
export interface DesiredAccount {
  provider: Provider;
  simulator: boolean;
  pace: AccountRateLimits | null;
  rules: AccountRules | null;
  form: Form;
}

/** The names of an account of a channel with a provider, as the application file has them. */
export function accountFields(channel: Channel, provider: Provider): FileFields {
  const names = providersOf(channel).map(({ name }) => name);
  return {
    ...(names.length > 1 && {
      provider: oneOfField(names, 'Who takes the messages', `\`${defaultProviderOf(channel).name}\``),
    }),
    simulator: flagField('The simulator in place of a provider; credentials are generated'),
    ...RATE_FIELDS,
    ...(RECIPIENT_KINDS[channel] === 'email' && DOMAIN_RATE_FIELDS),
    ...ruleFields(channel),
    ...provider.credentials.fields,
  };
}

/**
 * Reads the entry of an account, by its key. A simulated account takes limits from the file, and what its provider
 * allows beside.
 *
 * @throws AppError `malformed`, naming the path; never quotes a value
 */
export function readAccount(channel: Channel, key: string, value: unknown): DesiredAccount {
  const path = joinPath('channels', key);
  const provider = readProvider(channel, value, path);
  const fields = accountFields(channel, provider);
  const form = Form.read(value, path, namesOf(fields));
  const simulator = form.flag('simulator') === true;
  const pace = readRateLimits(form);
  const rules = readRules(form);
  const credentials = namesOf(provider.credentials.fields);
  const simulatedNames = namesOf(fields).filter(
    (name) => !credentials.includes(name) || (provider.credentials.simulated?.includes(name) ?? false),
  );
  const own = simulator ? Form.read(value, `${path} (with simulator: true)`, simulatedNames) : form;
  return { provider, simulator, pace, rules, form: own };
}

function readProvider(channel: Channel, value: unknown, path: string): Provider {
  const fallback = defaultProviderOf(channel);
  if (!isJsonObject(value) || value['provider'] === undefined) {
    return fallback;
  }
  const providers = providersOf(channel);
  const form = Form.read({ provider: value['provider'] }, path, ['provider']);
  const name = form.oneOf(
    'provider',
    providers.map((provider) => provider.name),
  );
  return providers.find((provider) => provider.name === name) ?? fallback;
}

import { defaultProviderOf, type Provider } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import { isJsonObject } from '#platform/collections';
import type { ProviderAccountEntity } from './provider-account.entity.js';
import { nameOfKey } from './account-key.js';
import { toRateFields } from './rate-limits.js';

/**
 * An account as the application file has it: each secret is named as a value of the environment.
 *
 * @param credentials  undefined: another `MASTER_KEY` sealed them, so only the secrets' names are reported
 */
export function toAccountEntry(
  { key, simulator, pace, rules }: Pick<ProviderAccountEntity, 'key' | 'simulator' | 'pace' | 'rules'>,
  { channel, provider }: { channel: Channel; provider: Provider },
  credentials: object | undefined,
): { entry: object; withheld: string[] } {
  const form = provider.credentials;
  const stored = Object.entries(toPlain(credentials)).filter(([name]) => !form.retained?.includes(name));
  const fields = Object.fromEntries(simulator ? stored.filter(([name]) => form.simulated?.includes(name)) : stored);
  const own = nameOfKey(key).toUpperCase().replaceAll('-', '_');
  const withheld = Object.entries(form.secrets).flatMap(([path, common]) => {
    const name = own === '' ? common : `${common}_${own}`;
    const isTop = !path.includes('.');
    return nameSecret(fields, path, name, !simulator && isTop && credentials === undefined) ? [name] : [];
  });
  return {
    entry: {
      ...(provider !== defaultProviderOf(channel) && { provider: provider.name }),
      ...(simulator && { simulator }),
      ...fields,
      ...toRateFields(pace),
      ...rules,
    },
    withheld,
  };
}

function toPlain(credentials: object | undefined): Record<string, unknown> {
  return JSON.parse(JSON.stringify(credentials ?? {})) as Record<string, unknown>;
}

/** Replaces a secret by the name of a value of the environment. @returns whether there is one */
function nameSecret(fields: Record<string, unknown>, path: string, name: string, isExpected: boolean): boolean {
  const [first = '', ...rest] = path.split('.');
  const value = fields[first];
  if (rest.length > 0) {
    return isJsonObject(value) && nameSecret(value, rest.join('.'), name, false);
  }
  if (value === undefined && !isExpected) {
    return false;
  }
  fields[first] = `\${${name}}`;
  return true;
}

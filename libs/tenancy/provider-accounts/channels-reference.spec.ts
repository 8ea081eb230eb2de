import { describe, expect, it } from 'vitest';
import { defaultProviderOf, providersOf } from '#libs/channels';
import { CHANNEL_NAMES } from '#libs/channels/definitions';
import { CHANNELS_REFERENCE } from './channels-reference.js';

const FURTHER = CHANNEL_NAMES.flatMap((channel) =>
  providersOf(channel)
    .filter((provider) => provider !== defaultProviderOf(channel))
    .flatMap(({ name, credentials }) =>
      Object.keys(credentials.fields).map((field) => [channel, name, field] as const),
    ),
);

describe('CHANNELS_REFERENCE', () => {
  it.each(FURTHER)('In the channel %s, the reference says what %s means by %s', (channel, provider, field) => {
    const { description } = CHANNELS_REFERENCE.field.fields?.[channel]?.fields?.[field]?.schema ?? {};
    const ofDefault = defaultProviderOf(channel).credentials.fields[field]?.schema['description'];
    expect(description).toSatisfy((text) => text === ofDefault || String(text).includes(`\`${provider}\`: `));
  });

  it('The reference lists each field of a simulated account once', () => {
    const [, names = ''] = /takes only rates and these: (.*?)\. Several accounts/.exec(CHANNELS_REFERENCE.about) ?? [];
    const entries = names.split('; ').flatMap((part) => {
      const [channel = '', ...fields] = part.split(/,? /);
      return fields.map((field) => `${channel} ${field}`);
    });
    expect(entries.length).toBeGreaterThan(1);
    expect(new Set(entries).size).toBe(entries.length);
  });
});

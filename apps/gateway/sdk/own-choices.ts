import type { Tracking } from '#libs/tenancy';
import { isTracked, type PersonPreferences, type PreferenceChange } from '#libs/users/preferences';
import type { ChoosePreferencesDto, OwnChoicesDto } from './preferences.dto.js';

/** Preferences as devices read them. A user that is gone has none. */
export function toOwnChoices(person: PersonPreferences | undefined, settings: Tracking): OwnChoicesDto {
  const { topics = [], email = null } = person ?? {};
  const tracking = person ? isTracked(settings, person.tracking) : null;
  return {
    topics: topics.map(({ name, title, description, channels }) => ({
      name,
      title,
      description,
      states: Object.fromEntries(channels.map(({ channel, state }) => [channel, state])),
    })),
    ...(email && { emailPermitted: !email.isLeft }),
    ...(tracking !== null && { tracking }),
    ...(person?.frequency && {
      emailFrequency: person.frequency.chosen,
      emailFrequencies: [...person.frequency.offered],
    }),
  };
}

/** Wishes of a device. Those about topics that the user is not offered are left out. */
export function readChange(
  { choices = [], emailPermitted, tracking, emailFrequency }: ChoosePreferencesDto,
  person: PersonPreferences | undefined,
): PreferenceChange {
  const ids = new Map((person?.topics ?? []).map(({ name, categoryId }) => [name, categoryId]));
  return {
    topics: choices.flatMap(({ topic, channel, wants }) => {
      const categoryId = ids.get(topic);
      return categoryId === undefined ? [] : [{ categoryId, channel, wants }];
    }),
    ...(emailPermitted !== undefined && { email: emailPermitted }),
    ...(tracking !== undefined && { tracking }),
    ...(emailFrequency !== undefined && { frequency: emailFrequency }),
  };
}

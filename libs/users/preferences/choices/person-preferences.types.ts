import type { ChosenFrequency, TopicChannel } from '#libs/channels/definitions';
import type { TopicState } from '#libs/users/profiles';
import type { OfferedFrequency } from '../opt-ins/email-frequency.service.js';
import type { Topic, TopicChoice } from '../topics/topic.types.js';

/** A topic with the channels by which a person can get it. */
export interface OfferedTopic extends Pick<Topic, 'categoryId' | 'name' | 'title' | 'description'> {
  channels: { channel: TopicChannel; state: TopicState }[];
}

/**
 * The choices that one person may make.
 *
 * @property language  tag of the user; null: unknown
 * @property topics    those with a channel that the person can be reached on
 * @property email     null: the person has no e-mail address
 * @property tracking  opens and clicks may be recorded with the person; null: nothing was said
 * @property frequency  how often marketing by e-mail may come, with the choices; null: the application offers none, or the
 *   person has no e-mail address
 */
export interface PersonPreferences {
  language: string | null;
  topics: OfferedTopic[];
  email: EmailConsent | null;
  tracking: boolean | null;
  frequency: OfferedFrequency | null;
}

/**
 * Consent to marketing by e-mail.
 *
 * @property isLeft     the person gets none
 * @property canReturn  a choice of the person brings it back: no complaint stands against it
 */
export interface EmailConsent {
  isLeft: boolean;
  canReturn: boolean;
}

/**
 * Wishes of a person. What is absent stays.
 *
 * @property email     marketing by e-mail: false leaves all of it
 * @property tracking  null: takes back what was said
 * @property frequency  how often marketing by e-mail may come
 */
export interface PreferenceChange {
  topics?: readonly ChannelChoice[];
  email?: boolean;
  tracking?: boolean | null;
  frequency?: ChosenFrequency;
}

export type ChannelChoice = TopicChoice & { channel: TopicChannel };

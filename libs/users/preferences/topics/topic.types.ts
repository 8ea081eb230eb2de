import type { TopicChannel } from '#libs/channels/definitions';
import type { TopicState } from '#libs/users/profiles';

/** Texts by language tag. */
export type TopicTexts = Readonly<Record<string, string>>;

/**
 * A category as persons see it.
 *
 * @property title         empty: its name stands for it
 * @property default       for a person who said nothing
 * @property channels      those that it is offered on
 * @property confirmation  name or key of the definition that asks for the confirmation; null: the built-in one
 */
export interface Topic {
  categoryId: number;
  name: string;
  title: TopicTexts;
  description: TopicTexts;
  default: 'on' | 'off';
  channels: readonly TopicChannel[];
  doubleOptIn: boolean;
  confirmation: string | null;
}

/** A topic as an application file defines it. */
export type NewTopic = Omit<Topic, 'categoryId'>;

/**
 * A topic of one person.
 *
 * @property state     of all of it: on when it is on by one channel at least
 * @property whole     for what comes by no channel, such as the inbox
 * @property channels  each channel that the topic is offered on
 */
export interface PersonTopic {
  topic: Topic;
  state: TopicState;
  whole: TopicState;
  channels: Readonly<Partial<Record<TopicChannel, TopicState>>>;
}

/** A person's wish. @property channel  null: all of the topic, also of those channels that were chosen before */
export interface TopicChoice {
  categoryId: number;
  channel: TopicChannel | null;
  wants: boolean;
}

/** How an opt-in came, where it came by a form. Absent fields: the person is known. */
export interface OptInAsk {
  /** Tag of the language of the form. */
  language?: string;
  /** Topics without double opt-in wait for a confirmation too: a form may come from another person. */
  isForm?: true;
}

import { TOPIC_CHANNELS, type TopicChannel } from '#libs/channels/definitions';
import type { StoredChoice, TopicState } from '#libs/users/profiles';
import type { PersonTopic, Topic, TopicChoice } from './topic.types.js';

/** The states of a topic that matter more, first. */
const PRECEDENCE: readonly TopicState[] = ['on', 'pending', 'expired'];

/** The states of a topic for a person, by what the person said. @param choices  of any topics */
export function statesOf(topic: Topic, choices: readonly StoredChoice[]): PersonTopic {
  const ofTopic = choices.filter(({ categoryId }) => categoryId === topic.categoryId);
  const stated = (number: number): TopicState[] =>
    ofTopic.filter(({ channel }) => channel === number).map(({ state }) => state);
  const wholes = stated(0);
  // A refusal stands beside a yes where a release that knows no topics wrote it, and beside an open question.
  const whole =
    wholes.find((state) => state === 'pending' || state === 'expired') ??
    wholes.find((state) => state === 'off') ??
    wholes[0] ??
    topic.default;
  const channels = Object.fromEntries(
    topic.channels.map((name): [TopicChannel, TopicState] => [name, stated(TOPIC_CHANNELS[name])[0] ?? whole]),
  );
  const states: TopicState[] = topic.channels.length === 0 ? [whole] : Object.values(channels);
  return { topic, whole, channels, state: PRECEDENCE.find((state) => states.includes(state)) ?? 'off' };
}

/** The last wishes of one person: one of all of a topic overrides those by channel before it, and not those after it. */
export function lastChoices<T extends TopicChoice>(choices: readonly T[]): T[] {
  const byTopic = new Map<number, Map<TopicChannel | null, T>>();
  for (const choice of choices) {
    const { categoryId, channel } = choice;
    const ofTopic = (channel === null ? undefined : byTopic.get(categoryId)) ?? new Map<TopicChannel | null, T>();
    byTopic.set(categoryId, ofTopic.set(channel, choice));
  }
  return [...byTopic.values()].flatMap((ofTopic) => [...ofTopic.values()]);
}

/** Tests if a topic is offered on a channel. @param channel  null: all of the topic */
export function isOffered(topic: Topic, channel: TopicChannel | null): boolean {
  return channel === null || topic.channels.includes(channel);
}

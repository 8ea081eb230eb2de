import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { isOffered } from './topic-states.js';
import type { Topic, TopicChoice } from './topic.types.js';

/**
 * Reads what a device says of one topic.
 *
 * @param wants  true or false, or a map of such values by channel
 * @throws AppError malformed for an undefined topic, a channel that it is not offered on, and other values
 */
export function readTopicChoices(topics: readonly Topic[], name: string, wants: unknown): TopicChoice[] {
  const field = `categories.${name.slice(0, 100)}`;
  const topic = topics.find((candidate) => candidate.name === name);
  if (!topic) {
    throw malformed(`Category '${name.slice(0, 100)}' is not defined`);
  }
  const { categoryId } = topic;
  if (typeof wants === 'boolean') {
    return [{ categoryId, channel: null, wants }];
  }
  if (!isJsonObject(wants)) {
    throw malformed(`Field '${field}' should be true or false`);
  }
  return Object.entries(wants).map(([channelName, value]) => {
    const channel = TOPIC_CHANNEL_NAMES.find((candidate) => candidate === channelName);
    if (channel === undefined || !isOffered(topic, channel)) {
      throw malformed(`Field '${field}' takes the channels ${topic.channels.join(', ')}`);
    }
    if (typeof value !== 'boolean') {
      throw malformed(`Field '${field}.${channel}' should be true or false`);
    }
    return { categoryId, channel, wants: value };
  });
}

import { TOPIC_STATES, type StoredChoice, type TopicState } from './topic.types.js';

/**
 * The choices of a user into which another one merges. A refusal of either of them holds, also where the other one
 * said yes to a channel of what it refused as a whole.
 *
 * @param choices  of both users
 * @returns those that the merged user has then
 */
export function mergeChoices(choices: readonly StoredChoice[], toUid: number): StoredChoice[] {
  const topics = [...new Set(choices.map(({ categoryId }) => categoryId))];
  return topics.flatMap((categoryId) => {
    const ofTopic = choices.filter((choice) => choice.categoryId === categoryId);
    const uids = [...new Set(ofTopic.map(({ uid }) => uid))];
    const people = uids.map((uid) => ofTopic.filter((choice) => choice.uid === uid));
    return [...new Set(ofTopic.map(({ channel }) => channel))].map((channel) => {
      const states = people.flatMap((own) => strictest(own, channel) ?? strictest(own, 0) ?? []);
      return { uid: toUid, categoryId, channel, state: strictestOf(states) ?? 'off' };
    });
  });
}

function strictest(choices: readonly StoredChoice[], channel: number): TopicState | undefined {
  return strictestOf(choices.filter((choice) => choice.channel === channel).map(({ state }) => state));
}

function strictestOf(states: readonly TopicState[]): TopicState | undefined {
  return states.toSorted((a, b) => TOPIC_STATES[b] - TOPIC_STATES[a])[0];
}

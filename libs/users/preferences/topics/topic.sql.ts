import { TOPIC_CHANNEL_OF_MESSENGER, TOPIC_CHANNELS, topicChannelOfPlatform } from '#libs/channels/definitions';
import { addressSql } from '#libs/users/identities';
import { TOPIC_STATES } from '#libs/users/profiles';

/**
 * Placeholders of a question about topics.
 *
 * @property categoryIds  integer[]
 * @property defaultOff   integer[]: topics that a user without a choice does not get
 * @property channel      the number of a channel of topics; NULL: none
 */
export interface TopicQuestion {
  categoryIds: string;
  defaultOff: string;
  channel: string;
}

/**
 * Tests if a user gets nothing of at least one of some topics by a channel, as an expression over `users.app_user AS u` ·
 * primary keys, some probes for each user. The word about the channel counts before that about the topic, and this
 * before its default.
 */
export function refusesTopicSql({ categoryIds, defaultOff, channel }: TopicQuestion): string {
  const ofUser = (alias: string): string =>
    `${alias}.vb = u.vb AND ${alias}.app_id = u.app_id AND ${alias}.uid = u.uid`;
  const isSilent = (alias: string): string => `NOT EXISTS (SELECT FROM users.topic_choice AS s
    WHERE ${ofUser('s')} AND s.category_id = ${alias}.category_id AND s.channel = ${channel})`;
  return `(EXISTS (SELECT FROM users.topic_choice AS c
      WHERE ${ofUser('c')} AND c.category_id = ANY (${categoryIds}) AND c.state <> ${TOPIC_STATES.on}
        AND (c.channel = ${channel} OR c.channel = 0 AND ${isSilent('c')}))
    OR EXISTS (SELECT FROM users.category_optout AS o
      WHERE ${ofUser('o')} AND o.category_id = ANY (${categoryIds}) AND ${isSilent('o')})
    OR (SELECT count(DISTINCT c.category_id) FROM users.topic_choice AS c
      WHERE ${ofUser('c')} AND c.category_id = ANY (${defaultOff}) AND c.state = ${TOPIC_STATES.on}
        AND (c.channel = 0 OR c.channel = ${channel})) < cardinality(${defaultOff}))`;
}

/**
 * A part of WITH, `topics`, whose `default_off` are the topics that a user without a choice does not get, as they are
 * now. It is read before the users, who may be on other servers.
 *
 * @param app  placeholder of the application
 */
export function topicsSql(app: string, categoryIds: string): string {
  return `topics AS MATERIALIZED (SELECT ARRAY(SELECT k.category_id FROM users.category AS k
    WHERE k.app_id = ${app} AND k.category_id = ANY (${categoryIds}) AND NOT k.default_on) AS default_off)`;
}

/**
 * The number of the channel by which messages to a platform come, as an expression over `users.app_user AS u`.
 *
 * @param platform  its number
 */
export function topicChannelSql(platform: number): string {
  const channel = topicChannelOfPlatform(platform);
  if (channel !== null) {
    return `${TOPIC_CHANNELS[channel]}`;
  }
  const cases = Object.entries(TOPIC_CHANNEL_OF_MESSENGER).map(
    ([messenger, name]) => `WHEN '${messenger}' THEN ${TOPIC_CHANNELS[name]}`,
  );
  return `(CASE split_part(${addressSql('u', 'chatAddress')}, ':', 1) ${cases.join(' ')} END)`;
}

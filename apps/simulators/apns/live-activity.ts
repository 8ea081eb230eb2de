import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject } from '#platform/collections';

const TOPIC_END = '.push-type.liveactivity';
const EVENTS = ['start', 'update', 'end'];

/**
 * Checks a live activity by "Starting and updating Live Activities with ActivityKit push notifications". Apple refuses
 * a wrong topic, but delivers a wrong body, which the device drops silently. Here both are refused as
 * `InvalidLiveActivity`, so that a mistake shows.
 *
 * @returns a reason; undefined: it is right, or no live activity
 */
export function checkActivity(headers: IncomingHttpHeaders, body: Record<string, unknown>): string | undefined {
  const isActivity = headers['apns-push-type'] === 'liveactivity';
  if (isActivity !== String(headers['apns-topic']).endsWith(TOPIC_END)) {
    return isActivity ? 'TopicDisallowed' : 'InvalidPushType';
  }
  if (!isActivity) {
    return undefined;
  }
  if (headers['apns-priority'] === '1') {
    return 'BadPriority';
  }
  return isRight(body['aps']) ? undefined : 'InvalidLiveActivity';
}

function isRight(aps: unknown): boolean {
  if (!isJsonObject(aps) || !Number.isSafeInteger(aps['timestamp']) || !EVENTS.includes(String(aps['event']))) {
    return false;
  }
  const { event, alert, attributes } = aps;
  const hasState = isJsonObject(aps['content-state']);
  if (event === 'end') {
    return hasState || aps['content-state'] === undefined;
  }
  if (event === 'update') {
    return hasState && attributes === undefined && aps['attributes-type'] === undefined;
  }
  const hasType = typeof aps['attributes-type'] === 'string' && aps['attributes-type'] !== '';
  const isShown = isJsonObject(alert) && isText(alert['title']) && isText(alert['body']);
  return hasState && hasType && isJsonObject(attributes) && isShown;
}

function isText(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || isJsonObject(value);
}

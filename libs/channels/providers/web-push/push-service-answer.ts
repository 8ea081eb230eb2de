import { parseJson, toJsonObject } from '#platform/collections';
import type { Http1Answer } from '../../transport/http1-client.js';

/** Values of `X-WNS-Status` under a status of success with which WNS has dropped the message. */
const WNS_DROPS: readonly string[] = ['dropped', 'channelthrottled'];

/**
 * The answer of a push service beside its status.
 *
 * @property isTaken  it has the message
 * @property codes    its own names of what is wrong: `reason` of Apple's JSON, or `X-WNS-Status` of WNS
 * @property words    for people; '' where it says nothing
 */
export interface PushServiceAnswer {
  isTaken: boolean;
  codes: readonly string[];
  words: string;
}

/**
 * Reads the answer of a push service. Apple says why in a JSON body (Apple, "Sending web push notifications in web apps
 * and browsers"). WNS, the service of Edge, says it in headers, and may answer 200 to a message that it has dropped
 * (Microsoft, "Push notification service request and response headers", X-WNS-Status).
 */
export function readPushServiceAnswer({ status, headers, text, fault }: Http1Answer): PushServiceAnswer {
  const whole = fault === undefined ? text : '';
  const { reason } = toJsonObject(parseJson(whole));
  const wnsStatus = textOf(headers['x-wns-status'] ?? headers['x-wns-notificationstatus']).toLowerCase();
  const isSuccess = status >= 200 && status < 300;
  // The status of an error says more.
  const isDropped = isSuccess && WNS_DROPS.includes(wnsStatus);
  const description = textOf(headers['x-wns-error-description']);
  return {
    isTaken: isSuccess && !isDropped,
    codes: [...(typeof reason === 'string' ? [reason] : []), ...(isDropped ? [wnsStatus] : [])],
    words: description === '' ? whole : description,
  };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

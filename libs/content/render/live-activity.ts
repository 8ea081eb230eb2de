import type { ApnsPayload } from '#libs/channels';
import type { PlaceholderFiller } from '#libs/content/template';
import type { Message } from '../model/message.types.js';
import type { Json, JsonObject } from '../model/json.types.js';
import type { LiveActivity } from '../model/message-part.types.js';
import type { DisplayedText } from '../model/render.types.js';
import { compact } from '../model/clean-values.js';

/**
 * The payload of a live activity (Apple, "Starting and updating Live Activities with ActivityKit push notifications"). It
 * starts with an alert, and with one it lights the screen later. `doNotNotify` keeps updates from that. Only the system
 * reads this payload, so it carries nothing for the app.
 *
 * @param launchedAt  in epoch seconds, until `stampLiveActivity` gives it the time of its turn
 */
export function renderLiveActivity(
  message: Message,
  activity: LiveActivity,
  shown: DisplayedText,
  filler: PlaceholderFiller,
  launchedAt: number,
): ApnsPayload {
  const { type, event, attributes = {}, state } = activity;
  const isStart = event === 'start';
  const hasAlert = isStart || (message.doNotNotify !== true && shown.text !== undefined);
  const alert = compact({
    title: shown.title ?? (isStart ? filler.fillRequired(message.title) : undefined),
    body: shown.text,
    sound: message.ios.sound,
  });
  const aps = compact({
    timestamp: launchedAt,
    event,
    'content-state': state && fillObject(state, filler),
    'attributes-type': isStart ? type : undefined,
    attributes: isStart ? fillObject(attributes, filler) : undefined,
    alert: hasAlert ? alert : undefined,
  });
  return { body: { aps }, pushType: 'liveactivity', priority: 10 };
}

/**
 * Gives a live activity its time: the device ignores what is older than its state, and counts in whole seconds.
 *
 * @param payload    of the renderer; it may be shared, so it stays as it is
 * @param timestamp  in epoch seconds
 */
export function stampLiveActivity(payload: ApnsPayload, timestamp: number): ApnsPayload {
  return { ...payload, body: { ...payload.body, aps: Object.assign({}, payload.body['aps'], { timestamp }) } };
}

function fillObject(object: JsonObject, filler: PlaceholderFiller): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, fillValue(value, filler)]));
}

function fillValue(value: Json, filler: PlaceholderFiller): Json {
  if (typeof value === 'string') {
    return filler.fillRequired(value) ?? '';
  }
  if (Array.isArray(value)) {
    return value.map((entry) => fillValue(entry, filler));
  }
  return typeof value === 'object' && value !== null ? fillObject(value, filler) : value;
}

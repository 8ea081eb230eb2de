import { isJsonObject } from '#platform/collections';
import { clip, clipped, factsOf, listOf, textOf, parseList } from '../shown/clip.js';
import type { Fact, PushCard } from '../shown/shown.types.js';

const SILENT = 'Silent: it wakes the app, which decides what to show.';
const SEALED = 'Encrypted for the browser that subscribed: only it can open the message.';

/** Shows an APNs request as an iPhone or a Mac does ("Generating a remote notification"). */
export function showApns(payload: Record<string, unknown>): PushCard {
  const headers = objectOf(payload.headers);
  const body = objectOf(payload.body);
  const aps = objectOf(body.aps);
  const alert = typeof aps.alert === 'string' ? { body: aps.alert } : objectOf(aps.alert);
  const isShown = Object.keys(alert).length > 0;
  return {
    kind: 'push',
    device: 'iPhone',
    ...clipped({
      app: textOf(headers['apns-topic']),
      title: textOf(alert.title) ?? keyOf(alert['title-loc-key']),
      subtitle: textOf(alert.subtitle) ?? keyOf(alert['subtitle-loc-key']),
      text: textOf(alert.body) ?? keyOf(alert['loc-key']),
      picture: textOf(body.mediaUrl) ?? textOf(body.thumbnailUrl),
      badge: textOf(aps.badge),
    }),
    buttons: buttonsOf(body.buttons),
    slides: slidesOf(body.carousel ?? body.slider),
    ...(headers['apns-push-type'] === 'liveactivity' && { activity: activityOf(aps) }),
    facts: factsOf([
      ['link', body.deeplink ?? body.url],
      ['sound', objectOf(aps.sound).name ?? aps.sound],
      ['category', aps.category],
      ['thread', aps['thread-id']],
      ['interruption', aps['interruption-level']],
      ['type', headers['apns-push-type']],
      ['priority', headers['apns-priority']],
      ['collapse id', headers['apns-collapse-id']],
    ]),
    ...(!isShown && headers['apns-push-type'] !== 'liveactivity' && { note: SILENT }),
  };
}

/** Shows an FCM message as an Android phone does: the notification block, or the app's drawing of the data. */
export function showFcm(payload: Record<string, unknown>): PushCard {
  const message = objectOf(payload.message);
  const android = objectOf(message.android);
  const block = { ...objectOf(message.notification), ...objectOf(android.notification) };
  const data = objectOf(message.data);
  const text = textOf(block.body) ?? textOf(data.bigText) ?? textOf(data.body) ?? textOf(data.text);
  const title = textOf(block.title) ?? textOf(data.title);
  return {
    kind: 'push',
    device: 'Android',
    ...clipped({
      title,
      subtitle: textOf(data.subText),
      text,
      picture: textOf(block.image) ?? textOf(data.mediaUrl) ?? textOf(data.thumbnailUrl),
      badge: textOf(block.notification_count) ?? textOf(data.badge),
    }),
    buttons: buttonsOf(parseList(data.buttons)),
    slides: slidesOf(parseList(data.carousel ?? data.slider)),
    facts: factsOf([
      ['link', data.deeplink ?? data.url],
      ['sound', block.sound ?? data.sound],
      ['channel', block.channel_id ?? data.channelId],
      ['thread', data.threadId],
      ['drawn by', data.display === 'app' ? 'the app' : undefined],
      ['priority', android.priority],
      ['replaces', block.tag ?? android.collapse_key],
    ]),
    ...(message.notification === undefined && data.display !== 'app' && { note: SILENT }),
  };
}

/** Shows a web push as the service worker of a page does. */
export function showWebPush(payload: Record<string, unknown>): PushCard {
  const headers = objectOf(payload.headers);
  const isText = typeof payload.body === 'string';
  const body = objectOf(payload.body);
  return {
    kind: 'push',
    device: 'Browser',
    ...clipped({
      title: textOf(body.title),
      text: isText ? textOf(payload.body) : textOf(body.body),
      picture: textOf(body.image),
    }),
    buttons: buttonsOf(body.actions),
    slides: [],
    facts: factsOf([
      ['link', body.url],
      ['icon', body.icon],
      ['stays until clicked', body.requireInteraction],
      ['urgency', headers.urgency],
      ['lives', headers.ttl === undefined ? undefined : `${textOf(headers.ttl)} s`],
      ['topic', headers.topic],
    ]),
    ...(payload.body === undefined && { note: SEALED }),
  };
}

/** Apple, "Starting and updating Live Activities with ActivityKit push notifications". */
function activityOf(aps: Record<string, unknown>): { event: string; type?: string; state: Fact[] } {
  const type = textOf(aps['attributes-type']);
  return {
    event: clip(textOf(aps.event) ?? 'update'),
    ...(type !== undefined && { type: clip(type) }),
    state: factsOf([...Object.entries(objectOf(aps.attributes)), ...Object.entries(objectOf(aps['content-state']))]),
  };
}

function buttonsOf(value: unknown): string[] {
  return listOf(value).flatMap((entry) => {
    const { name, title } = objectOf(entry);
    const text = textOf(name) ?? textOf(title);
    return text === undefined ? [] : [clip(text)];
  });
}

function slidesOf(value: unknown): PushCard['slides'] {
  return listOf(value).map((entry) => {
    const { title, content } = objectOf(entry);
    return { title: clip(textOf(title) ?? ''), text: clip(textOf(content) ?? '') };
  });
}

/** A text that the phone looks up in the app. */
function keyOf(value: unknown): string | undefined {
  const key = textOf(value);
  return key === undefined ? undefined : `“${key}” of the app's own texts`;
}

function objectOf(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

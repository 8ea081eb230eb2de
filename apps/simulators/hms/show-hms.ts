import { isJsonObject } from '#platform/collections';
import { clip, clipped, factsOf, listOf, parseList, textOf } from '../shown/clip.js';
import type { PushCard } from '../shown/shown.types.js';

/** Shows a message of Push Kit as a Huawei phone does: the notification, or only data for the app. */
export function showHms(payload: Record<string, unknown>): PushCard {
  const message = objectOf(payload.message);
  const android = objectOf(message.android);
  const shown = { ...objectOf(message.notification), ...objectOf(android.notification) };
  const data = objectOf(parseList(message.data));
  const isShown = android.notification !== undefined || message.notification !== undefined;
  return {
    kind: 'push',
    device: 'Android',
    ...clipped({
      title: textOf(shown.big_title) ?? textOf(shown.title) ?? textOf(data.title),
      subtitle: textOf(shown.notify_summary) ?? textOf(data.subText),
      text: textOf(shown.big_body) ?? textOf(shown.body) ?? textOf(data.text),
      picture: textOf(shown.image) ?? textOf(data.mediaUrl),
    }),
    buttons: listOf(shown.buttons).flatMap((button) => {
      const name = textOf(objectOf(button).name);
      return name === undefined ? [] : [clip(name)];
    }),
    slides: [],
    facts: factsOf([
      ['link', data.deeplink ?? data.url],
      ['sound', shown.sound],
      ['channel', shown.channel_id],
      ['group', shown.group],
      ['lives', android.ttl],
      ['replaces', shown.tag],
    ]),
    ...(!isShown && { note: 'Silent: the app gets the data, and decides what to show.' }),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

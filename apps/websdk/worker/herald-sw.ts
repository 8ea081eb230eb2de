import { ask, proofOf, Refused } from '../device/gateway.js';
import { describeBrowser } from '../device/platform.js';
import { alone, register } from '../device/registration.js';
import { keepReport, readDevice, takeReports, type Device, type Report } from '../device/store.js';
import {
  buttonOf,
  linkOf,
  notificationOf,
  readMessage,
  type NotificationData,
  type PushMessage,
} from './notification.js';

declare const self: ServiceWorkerGlobalScope;

/** Older reports are dropped. */
const REPORT_DAYS = 7;

self.addEventListener('push', (event) => {
  const message = readMessage(event.data?.text());
  if (message) {
    event.waitUntil(Promise.all([show(message), tellPages('push', message), report('push/received', message)]));
  }
});

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const { message } = { ...(notification.data as Partial<NotificationData> | null) };
  if (message?.heraldId !== undefined) {
    // Opening comes first: browsers allow it only for a moment after the click.
    notification.close();
    event.waitUntil(Promise.all([open(message, action), handleClick(message, action)]));
  }
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function show(message: PushMessage): Promise<void> {
  if (message.silent) {
    return;
  }
  const limit: unknown = Reflect.get(Notification, 'maxActions');
  const { title, options } = notificationOf(message, self.registration.scope, Number(limit ?? Infinity));
  const replaced = await self.registration.getNotifications({ tag: options.tag });
  options.renotify = replaced.some(
    ({ data }) => (data as Partial<NotificationData>)?.message?.heraldId !== message.heraldId,
  );
  await self.registration.showNotification(title, options);
}

/** Notifies every open page of the site; `Herald.on` receives it. */
async function tellPages(eventType: 'push' | 'click', message: PushMessage, action = ''): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client is of this origin, and takes none
    page.postMessage({ herald: eventType, message, action });
  }
}

async function open(message: PushMessage, action: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const link = linkOf(message, action, self.registration.scope);
  const page = pages.find(({ url }) => link === undefined || url === link);
  await (page ? page.focus() : self.clients.openWindow(link ?? self.registration.scope));
}

async function handleClick(message: PushMessage, action: string): Promise<void> {
  const { attrName, attrValue, tagName } = { ...buttonOf(message, action)?.sets };
  await Promise.all([
    tellPages('click', message, action),
    report('push/clicked', message, action === '' ? {} : { button: action }),
    attrName !== undefined &&
      send({ operation: 'users/profile', body: { profile: { [attrName]: attrValue } }, at: Date.now() }),
    tagName !== undefined && send({ operation: 'users/tags', body: { add: [tagName] }, at: Date.now() }),
  ]);
}

function report(operation: string, { heraldId }: PushMessage, more: object = {}): Promise<void> {
  return send({ operation, body: { messageId: heraldId, ...more }, at: Date.now() });
}

/** Sends a report and all waiting ones. A failed report is sent with the next one. */
async function send(report: Report): Promise<void> {
  const device = await readDevice();
  if (device?.installationId === undefined) {
    return;
  }
  const since = Date.now() - REPORT_DAYS * 86_400_000;
  for (const pending of [report, ...(await takeReports()).filter(({ at }) => at > since)]) {
    await sendOne(device, pending);
  }
}

async function sendOne(device: Device, report: Report): Promise<void> {
  try {
    await ask(device, report.operation, { ...report.body, ...proofOf(device) });
  } catch (error) {
    if (error instanceof Refused && error.passes) {
      await keepReport(report);
    }
  }
}

/** A push service that ends a subscription gives a new one, or the worker subscribes with the key of the old one. */
async function renew(
  old: PushSubscription | null | undefined,
  renewal: PushSubscription | null | undefined,
): Promise<void> {
  await alone(async () => {
    const device = await readDevice();
    if (device?.token === undefined) {
      return;
    }
    const key =
      old?.options.applicationServerKey ?? ((await ask(device, 'web-push')) as { publicKey: string }).publicKey;
    const renewed =
      renewal ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    await register(device, { ...describeBrowser(), token: JSON.stringify(renewed) }, true);
  });
}

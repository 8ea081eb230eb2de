import { ask, proofOf, Refused } from '../device/gateway.js';
import { describeBrowser } from '../device/platform.js';
import { alone, register, type Description } from '../device/registration.js';
import { readDevice, writeDevice, type Device } from '../device/store.js';
import { isSupported, subscribeWith } from './subscription.js';

export interface Options {
  /** The js key of the application. */
  key: string;
  /** URL of the gateway; by default the origin of this script. */
  base?: string;
  /** The service worker file of the site, which imports the one of the gateway. */
  serviceWorker?: string;
  /**
   * Fetches an identity token of the user from the site's server. It is called when `identify` names the user, and when
   * the gateway asks for another token because the last one ran out.
   */
  identityToken?: (extId: string) => string | Promise<string>;
  /** The `svc` of the header `X-svc-api-key`, if the operator changed it. */
  service?: string;
}

/** The state that a page may show. */
export interface State {
  supported: boolean;
  permission: NotificationPermission;
  subscribed: boolean;
  installationId: string | undefined;
}

/** A topic of messages, as the user has it. */
export interface Topic {
  name: string;
  title: string;
  description?: string;
  state: 'on' | 'off' | 'pending' | 'expired';
  channels: Record<string, Topic['state']>;
}

type Listener = (message: Record<string, unknown>, action: string) => void;

/** The origin of this script, known only while it runs for the first time. */
const ORIGIN = new URL(document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href)
  .origin;
const listeners: Record<'push' | 'click', Listener[]> = { push: [], click: [] };

let options: Options | undefined;
let file = '/herald-sw.js';

/** The device of this browser at this site. A new key or gateway means a new installation. */
async function device(): Promise<Device> {
  if (!options) {
    throw new Error('Herald.init comes first');
  }
  const { key, base = ORIGIN, service = 'svc' } = options;
  const now = { base: base.replace(/\/+$/, ''), key, header: `x-${service.toLowerCase()}-api-key` };
  const stored = await readDevice();
  return stored?.key === now.key && stored.base === now.base ? { ...stored, ...now } : now;
}

/** Registers this browser, or updates its registration. */
function syncDevice(news?: Partial<Description>, subscribe?: (device: Device) => Promise<string>): Promise<Device> {
  return alone(async () => {
    const current = await device();
    const token = subscribe ? await subscribe(current) : current.token;
    return register(current, { ...describeBrowser(), token, ...news }, news !== undefined);
  });
}

const worker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(file, { updateViaCache: 'none' }).then(() => navigator.serviceWorker.ready);

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = isSupported() ? await navigator.serviceWorker.getRegistration(file) : undefined;
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function subscription(current: Device): Promise<string> {
  const { publicKey } = (await ask(current, 'web-push')) as { publicKey: string };
  return JSON.stringify(await subscribeWith(await worker(), publicKey));
}

/**
 * Must be called first. It asks for no permission. A subscribed browser updates its registration, for example after its
 * push service renewed the subscription.
 */
export async function init(settings: Options): Promise<State> {
  options = settings;
  file = settings.serviceWorker ?? file;
  if (isSupported()) {
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const { herald, message, action } = { ...(data as Record<string, unknown> | null) };
      if (herald === 'push' || herald === 'click') {
        listeners[herald].forEach((listener) => listener(message as Record<string, unknown>, String(action)));
      }
    });
    if (Notification.permission === 'granted' && (await findSubscription())) {
      await syncDevice(undefined, subscription);
    }
  }
  return state();
}

export async function state(): Promise<State> {
  const supported = isSupported();
  return {
    supported,
    permission: supported ? Notification.permission : 'denied',
    subscribed: (await findSubscription()) !== null,
    installationId: (await device()).installationId,
  };
}

/**
 * Asks for permission and subscribes. Call it in a click handler: browsers ask for permission only there.
 *
 * @throws Error when the browser has no web push; Refused
 */
export async function subscribe(): Promise<State> {
  if (!isSupported()) {
    throw new Error('This browser has no web push');
  }
  if ((await Notification.requestPermission()) === 'granted') {
    await syncDevice({ pushPermitted: true }, subscription);
  }
  return state();
}

/** Ends pushes to this browser. It stays the same installation: attributes, events and inbox still work. */
export async function unsubscribe(): Promise<State> {
  const current = await device();
  try {
    if (current.installationId !== undefined) {
      await ask(current, 'users/preferences', { ...proofOf(current), pushPermitted: false });
    }
  } finally {
    // If this request fails, the gateway learns it from the push service.
    await (await findSubscription())?.unsubscribe();
    await writeDevice({ ...(await device()), token: undefined });
  }
  return state();
}

/**
 * Identifies the user of this browser, by the id of the site's servers.
 *
 * @param identityToken  in place of the one that `init` can fetch
 */
export async function identify(extId: string, identityToken?: string): Promise<void> {
  const token = identityToken ?? (await options?.identityToken?.(extId));
  await attempt('users/identify', { extId, ...(token !== undefined && { identityToken: token }) });
  await writeDevice({ ...(await device()), extId });
}

/** Separates this browser from its user, for example at a logout. The next call creates a new installation. */
export async function forget(): Promise<void> {
  await unsubscribe().catch(() => undefined);
  const { base, key, header } = await device();
  await writeDevice({ base, key, header });
}

/** Sets attributes of the user, by code. */
export async function set(profile: Record<string, unknown>): Promise<void> {
  await call('users/profile', { profile });
}

export async function tag(...add: string[]): Promise<void> {
  await call('users/tags', { add });
}

export async function untag(...remove: string[]): Promise<void> {
  await call('users/tags', { remove });
}

/** Sets consent, for example `{ emailPermitted: false, categories: { News: true }, consent: { tracking: false } }`. */
export async function prefer(preferences: Record<string, unknown>): Promise<void> {
  await call('users/preferences', preferences);
}

/**
 * The topics of the user, with their texts, the state of each and that by channel. `prefer` sets them by name, for
 * example `{ categories: { News: { EMAIL: false } } }`.
 *
 * @param language  of the texts; absent: that of the user or the browser
 */
export async function topics(language?: string): Promise<Topic[]> {
  const answer = (await call('users/topics', { ...(language !== undefined && { language }) })) as { topics: Topic[] };
  return answer.topics;
}

/** Reports an event of the user. */
export async function track(name: string, attributes: Record<string, unknown> = {}): Promise<void> {
  await call('events', { events: [{ ...attributes, name }] });
}

/** Calls the listener when a push arrives or is clicked while this page is open. */
export function on(eventType: 'push' | 'click', listener: Listener): void {
  listeners[eventType].push(listener);
}

/**
 * Calls an operation of the SDK interface with the credentials of this installation. An unknown browser is registered
 * first; an erased one is registered again. Where the gateway asks for an identity token, a fresh one goes along with a
 * second attempt.
 *
 * @throws Refused
 */
export async function call(operation: string, body: object): Promise<unknown> {
  try {
    return await attempt(operation, body);
  } catch (error) {
    const { extId } = await device();
    if (!(error instanceof Refused && error.needsProof) || extId === undefined || !options?.identityToken) {
      throw error;
    }
    return attempt(operation, { ...body, identityToken: await options.identityToken(extId) });
  }
}

async function attempt(operation: string, body: object): Promise<unknown> {
  const current = await syncDevice();
  const send = (as: Device): Promise<unknown> => ask(as, operation, { ...body, ...proofOf(as) });
  try {
    return await send(current);
  } catch (error) {
    // 403 means a forbidden operation or an unknown installation; in the second case there is a new one now.
    const now = error instanceof Refused && error.status === 403 ? await syncDevice({}) : current;
    if (now.installationId === current.installationId) {
      throw error;
    }
    return send(now);
  }
}

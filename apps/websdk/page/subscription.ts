/** True where this browser supports web push; on iPhones only pages on the home screen do. */
export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && 'indexedDB' in window;

/**
 * Subscribes with a key. A subscription with another key is ended first: the push service would refuse messages to it.
 *
 * @throws DOMException NotAllowedError without permission, AbortError when the push service cannot be reached
 */
export async function subscribeWith(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const existing = await registration.pushManager.getSubscription();
  if (existing && toBase64Url(existing.options.applicationServerKey) === publicKey) {
    return existing;
  }
  await existing?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

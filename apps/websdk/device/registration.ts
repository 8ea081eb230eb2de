import { ask, proofOf, Refused } from './gateway.js';
import { writeDevice, type Device } from './store.js';

/** How often an unchanged device is registered again. */
const REFRESH_MS = 24 * 3_600_000;

/** A browser, as it is registered. */
export interface Description {
  platform: string;
  deviceModel: string;
  language: string;
  timeZone: string;
  /** The subscription as JSON. */
  token?: string;
  pushPermitted?: boolean;
  extId?: string;
}

/**
 * Registers this browser as an installation, or updates it. An unchanged browser sends nothing for a day. An installation
 * that the gateway does not know any more is registered as a new one.
 *
 * @throws Refused
 */
export async function register(device: Device, description: Description, news: boolean): Promise<Device> {
  const isKnown = device.installationId !== undefined;
  if (isKnown && !news && device.token === description.token && Date.now() - (device.toldAt ?? 0) < REFRESH_MS) {
    return device;
  }
  try {
    const answer = await ask(device, 'installations', { ...description, ...(isKnown && proofOf(device)) });
    const registered = { ...device, ...(answer as Partial<Device>), token: description.token, toldAt: Date.now() };
    await writeDevice(registered);
    return registered;
  } catch (error) {
    if (isKnown && error instanceof Refused && error.status === 403 && error.code === 2022) {
      const { base, key, header } = device;
      return register({ base, key, header }, description, true);
    }
    throw error;
  }
}

/** Runs one call at a time over all tabs, if the browser can: two first visits must not become two installations. */
export function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('herald', work) : work();
}

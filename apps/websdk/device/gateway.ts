import type { Device } from './store.js';

/** The gateway's "no", or none at all. */
export class Refused extends Error {
  /**
   * @param status  HTTP status; 0 when there was no answer
   * @param code    number of the refusal in the gateway's catalogue; 0 without one
   */
  constructor(
    readonly status: number,
    readonly code: number,
    text: string,
  ) {
    super(text);
  }

  /** Whether the same request may succeed later. */
  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * One request to the gateway's SDK interface. No cookies travel along; the key and the installation's secret say who asks.
 *
 * @param body  sent as JSON; without one the request is a GET
 * @returns the answer's JSON; undefined for an empty one
 * @throws Refused
 */
export async function ask(device: Device, operation: string, body?: object): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${device.base}/sdk/1.0/${operation}`, {
      method: body ? 'POST' : 'GET',
      headers: { [device.header]: device.key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'omit',
      // A page that is left, and a worker that is put to sleep, still get their report through.
      keepalive: true,
    });
    text = await answer.text();
  } catch (error) {
    throw new Refused(0, 0, String(error));
  }
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  if (!answer.ok) {
    const { code, error } = { ...(json as { code?: number; error?: string } | undefined) };
    throw new Refused(answer.status, code ?? 0, error ?? `The gateway answered ${answer.status}`);
  }
  return json;
}

/** What shows the gateway which installation this is. */
export function proofOf({ installationId, secret }: Device): { installationId?: string; secret?: string } {
  return { installationId, secret };
}

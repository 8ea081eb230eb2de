import type { Device } from './store.js';

/** An error response of the gateway, or no response. */
export class Refused extends Error {
  /**
   * @param status  HTTP status; 0 without a response
   * @param code    error code of the gateway; 0 without one
   */
  constructor(
    readonly status: number,
    readonly code: number,
    text: string,
  ) {
    super(text);
  }

  /** True where the same request may succeed later. */
  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.needsProof;
  }

  /** True where the gateway asks for an identity token of the user. */
  get needsProof(): boolean {
    return this.status === 401 && this.code === 2024;
  }
}

/**
 * Sends a request to the SDK interface of the gateway. No cookies are sent; key and secret identify the installation.
 *
 * @param body  sent as JSON; without one the request is a GET
 * @returns the JSON of the response; undefined for an empty one
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
      // Closed pages and stopped workers still send their reports.
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

/** Credentials of the installation. */
export function proofOf({ installationId, secret }: Device): { installationId?: string; secret?: string } {
  return { installationId, secret };
}

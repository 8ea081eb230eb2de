import { parseJson, toJsonObject } from '#platform/collections';

/** Twilio refused a request. The error has nothing of the request: errors of the library contain credentials. */
export class TwilioRefusedError extends Error {
  constructor(
    readonly status: number,
    /** Twilio's error number, or the status when it names none. */
    readonly code: string,
    readonly raw: string,
    readonly afterMs: number | undefined,
  ) {
    super(`Twilio answered ${status}, error ${code}`);
    this.name = 'TwilioRefusal';
  }
}

/** Twilio's error number in an answer. */
export function readErrorCode(text: string): string | undefined {
  const { code } = toJsonObject(parseJson(text));
  return typeof code === 'number' ? String(code) : undefined;
}

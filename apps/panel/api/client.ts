import { newKey } from './idempotency/new-key.js';
import { Refusal, refusalOf } from './refusals/refusal.js';

/** Source of a file. @property order  the body of a POST; absent: it is a GET */
export interface FileSource {
  path: string;
  search?: Readonly<Record<string, string | undefined>>;
  order?: object;
}

const BASE = '/panel/1.0';
/** Longer than the server's own limit for a read, so that its words arrive. */
const TIMEOUT_MS = 15_000;
/** Time for a question about an audience, which the server ends after a minute. */
const COUNT_TIMEOUT_MS = 75_000;
/** Time for a request that carries a file. */
const FORM_TIMEOUT_MS = 150_000;

/** A client that asks here is not signed in yet, and sees the answer anyway. */
const ASKS_WHO = ['/me', '/session/link', '/session/passkey'];

type Search = Readonly<Record<string, string | number | undefined>>;

interface Listeners {
  signedOut: () => void;
  newBuild: () => void;
}
const listeners: Listeners = { signedOut: () => {}, newBuild: () => {} };
let build: string | undefined;

/** Sets what happens when the session has ended, and when the server is of another build than this page. */
export function onServerNews(news: Listeners): void {
  Object.assign(listeners, news);
}

/** Ends the session here, after a stream reported its end. */
export function signalSignedOut(): void {
  listeners.signedOut();
}

/** The path with its parameters; empty ones are left out. */
export function withSearch(path: string, search: Search = {}): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return BASE + path + (text === '' ? '' : `?${text}`);
}

/**
 * Reads a resource.
 *
 * @throws {Refusal} for any answer but 2xx, and with status 0 when none comes
 */
export function read<T>(path: string, search: Search = {}, signal?: AbortSignal): Promise<T> {
  return exchange<T>(withSearch(path, search), { signal: signal ?? null });
}

/**
 * Changes something. Repeating it with the same key changes nothing a second time.
 *
 * @param key  of this one change, made by `newKey`; kept while it is tried again
 * @throws {Refusal} as `read`
 */
export function write<T = void>(path: string, body: object, key: string = newKey()): Promise<T> {
  return exchange<T>(withSearch(path), postOf(body, { 'Idempotency-Key': key }));
}

/** Asks a question that does not fit into an address. It changes nothing, and may be broken off. @throws {Refusal} */
export function ask<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
  return exchange<T>(withSearch(path), { ...postOf(body, {}), signal });
}

/**
 * Reports a state that expires in seconds, also while the page unloads. It needs no key for a repeat.
 *
 * @throws {Refusal} as `read`
 */
export function report<T>(path: string, body: object): Promise<T> {
  return exchange<T>(withSearch(path), { ...postOf(body, {}), keepalive: true });
}

/**
 * Asks like `ask`, where the server may take a minute.
 *
 * @throws {Refusal}
 */
export function askLong<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
  return exchange<T>(withSearch(path), { ...postOf(body, {}), signal }, COUNT_TIMEOUT_MS);
}

/** Sends a form with a file. @throws {Refusal} as `read` */
export function send<T>(path: string, form: FormData): Promise<T> {
  return exchange<T>(withSearch(path), postOf(form, { 'Idempotency-Key': newKey() }), FORM_TIMEOUT_MS);
}

function postOf(body: object, more: Readonly<Record<string, string>>): RequestInit {
  return {
    method: 'POST',
    headers: {
      // The type of a form has its boundary, which the browser knows.
      ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      'X-Herald-Panel': '1',
      ...more,
      ...(build !== undefined && { 'X-Herald-Build': build }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  };
}

async function exchange<T>(url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const answer = await fetch(url, { ...init, signal, credentials: 'same-origin' }).catch((error: unknown) => {
    if (init.signal?.aborted) {
      throw error;
    }
    throw new Refusal(0, null, []);
  });
  noteBuild(answer);
  if (!answer.ok) {
    if (answer.status === 401 && !ASKS_WHO.some((path) => url === BASE + path)) {
      listeners.signedOut();
    }
    throw await refusalOf(answer);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

function noteBuild(answer: Response): void {
  const current = answer.headers.get('x-herald-build');
  if (current === null) {
    return;
  }
  if (build !== undefined && build !== current) {
    listeners.newBuild();
  }
  build ??= current;
}

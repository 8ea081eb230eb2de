import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '#platform/collections';
import { BadRequest } from '../server/control-input.js';

/** An answer to a question for live data, after a time. */
export interface LiveReply {
  status: number;
  contentType: string;
  body: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
}

const MAX_CALLS = 10_000;
const MAX_DELAY_MS = 60_000;

/** A server of live data: it answers with what it was asked, or as it is set, and keeps what it was asked. */
export class LiveDataServer {
  private readonly asked: { at: number; path: string; headers: Record<string, string> }[] = [];
  private reply: Partial<LiveReply> & { delayMs?: number; times?: number } = {};

  calls(): readonly object[] {
    return this.asked;
  }

  clear(): void {
    this.asked.length = 0;
    this.reply = {};
  }

  /** Sets the next answers: `{ json | body, status, contentType, headers, delayMs, times }`. @throws BadRequest */
  setReply(input: unknown): object {
    if (!isJsonObject(input)) {
      throw new BadRequest(['an answer is an object']);
    }
    const { json, body, status, contentType, headers, delayMs, times } = input;
    this.reply = {
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(typeof body === 'string' && { body }),
      ...(typeof status === 'number' && { status }),
      ...(typeof contentType === 'string' && { contentType }),
      ...(isJsonObject(headers) && {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      }),
      ...(typeof delayMs === 'number' && { delayMs: Math.min(Math.max(0, delayMs), MAX_DELAY_MS) }),
      ...(typeof times === 'number' && { times }),
    };
    return this.reply;
  }

  /** @param path  host, path and query of the address */
  async answer(path: string, headers: Record<string, string | string[] | undefined>): Promise<LiveReply> {
    const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    this.asked.push({ at: Date.now(), path, headers: Object.fromEntries(texts) });
    if (this.asked.length > MAX_CALLS) {
      this.asked.shift();
    }
    const { delayMs = 0, times, ...reply } = this.reply;
    if (times !== undefined) {
      this.reply = times > 1 ? { ...this.reply, times: times - 1 } : {};
    }
    if (delayMs > 0) {
      await sleep(delayMs);
    }
    return { status: 200, contentType: 'application/json', body: echo(path), ...reply };
  }
}

/** The parts of the address, so that a template shows what was asked. */
function echo(path: string): string {
  const url = new URL(path, 'https://live');
  return JSON.stringify({
    path: url.pathname,
    last: decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)),
    query: Object.fromEntries(url.searchParams),
    temperature: 21,
  });
}

import { Worker } from 'node:worker_threads';

export interface OutsideRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

export interface OutsideAnswer {
  /** 0: no answer; the text says why. */
  status: number;
  headers: [string, string][];
  text: string;
}

interface Reply extends OutsideAnswer {
  id: number;
}

/** Runs beside the main thread, so that its own work is none of the thread under test. */
const CLIENT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', async ({ id, url, method, headers, body }) => {
  try {
    const answer = await fetch(url, { method, headers, body, redirect: 'manual' });
    parentPort.postMessage({ id, status: answer.status, headers: [...answer.headers], text: await answer.text() });
  } catch (error) {
    parentPort.postMessage({ id, status: 0, headers: [], text: String(error.cause ?? error) });
  }
});
`;

/** A client of HTTP in a thread of its own. */
export class OutsideClient {
  private readonly worker = new Worker(CLIENT, { eval: true });
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private lastId = 0;

  constructor(private readonly base: string) {
    this.worker.on('message', (reply: Reply) => {
      this.waiting.get(reply.id)?.(reply);
      this.waiting.delete(reply.id);
    });
  }

  send(path: string, { method = 'POST', headers = {}, body }: OutsideRequest = {}): Promise<OutsideAnswer> {
    const id = (this.lastId += 1);
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, url: `${this.base}${path}`, method, headers, body }, []);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Names of a body that is small when compressed and costly when parsed. */
const KEYS_OF_BODY = 300_000;
/** Bytes of markup without an end. */
const MARKUP_BYTES = 40_000;
/** Requests of one kind that wait for an answer at a time; a kind with more skips its turn. */
const MAX_OPEN = 8;

/** One kind of hostile request: as many a second, whatever comes back. */
interface Kind {
  perSecond: number;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Requests of a tenant that floods and sends hostile bodies, at fixed rates, with the key of its backend. */
export class HostileTenant {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly open = new Set<Promise<void>>();
  private readonly kinds: Kind[];
  /** Answers by status; 0: none came. */
  readonly answers: Record<number, number> = {};

  /** @param floodPerSecond  transactional sends a second to a phone that never answers */
  constructor(
    private readonly base: string,
    restKey: string,
    { floodPerSecond, notificationKey, extId }: { floodPerSecond: number; notificationKey: string; extId: string },
  ) {
    const headers = { 'X-svc-api-key': restKey, 'Content-Type': 'application/json' };
    const keys = Array.from({ length: KEYS_OF_BODY }, (_, index) => `"k${index}":1`).join();
    const send = { notificationKey, target: { extId } };
    this.kinds = [
      { perSecond: floodPerSecond, path: '/rest/3.0/sendNotification', headers, body: JSON.stringify(send) },
      {
        perSecond: 3,
        path: '/rest/3.0/registerUsers',
        headers: { ...headers, 'Content-Encoding': 'gzip' },
        body: gzipSync(`[{"extId":"x",${keys}}]`),
      },
      {
        perSecond: 0.5,
        path: '/rest/3.0/createNotificationDefinition',
        headers,
        body: JSON.stringify({
          message: { platforms: ['EMAIL'], title: 'Hello', text: '<a x'.repeat(MARKUP_BYTES / 4) },
        }),
      },
    ];
  }

  start(): void {
    for (const kind of this.kinds) {
      let open = 0;
      const ask = (): void => {
        if (open >= MAX_OPEN) {
          return;
        }
        open += 1;
        const request = this.ask(kind).finally(() => {
          open -= 1;
          this.open.delete(request);
        });
        this.open.add(request);
      };
      this.timers.push(setInterval(ask, 1000 / kind.perSecond));
    }
  }

  async stop(): Promise<void> {
    this.timers.forEach((timer) => clearInterval(timer));
    await Promise.all(this.open);
  }

  private async ask({ path, headers, body }: Kind): Promise<void> {
    const status = await fetch(this.base + path, { method: 'POST', headers, body })
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      })
      .catch(() => 0);
    this.answers[status] = (this.answers[status] ?? 0) + 1;
  }
}

const IDLE_ENDPOINT = `
import { createServer } from 'node:http';
const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
`;

/** A process that reads requests and does nothing, so that a quiet time has the same generator beside it. */
export async function startIdleEndpoint(): Promise<{ base: string; stop(): Promise<void> }> {
  const entry = join(tmpdir(), `idle-endpoint-${process.pid}.mjs`);
  await writeFile(entry, IDLE_ENDPOINT);
  const child = fork(entry);
  const [port] = (await once(child, 'message')) as [number];
  return {
    base: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await rm(entry, { force: true });
    },
  };
}

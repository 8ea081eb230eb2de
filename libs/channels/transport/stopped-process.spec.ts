import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Http1Client } from './http1-client.js';
import { failureCode, WITHHELD_CODE } from './transport-failure.js';

const REQUESTS = 20;
const STOPPED_MS = 30;
const arrived: string[] = [];
let server: Server;
let place: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    arrived.push(request.url ?? '');
    request.resume();
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** Stops the whole process for a time, as SIGSTOP does: no line of it runs, and its sockets stay open. */
function stopProcess(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPED_MS);
}

describe('Http1Client', () => {
  it.each([1, 2, 7, REQUESTS])(
    'A process that is stopped during the question %i lets the requests asked before leave, and no other',
    async (stopAt) => {
      arrived.length = 0;
      const client = new Http1Client(new Pool(place, { connections: REQUESTS }), 15_000);
      let asked = 0;
      let isLeaseOver = false;
      const mayLeave = (): boolean => {
        const answer = !isLeaseOver;
        asked += 1;
        if (asked === stopAt) {
          stopProcess();
          isLeaseOver = true;
        }
        return answer;
      };
      const ends = await Promise.allSettled(
        Array.from({ length: REQUESTS }, (_, n) => client.post({ path: `/${n}`, headers: [], body: 'x', mayLeave })),
      );
      await client.close();
      // The last one had its answer before the stop, and was written after it.
      expect(arrived).toHaveLength(stopAt);
      const withheld = ends.filter((end) => end.status === 'rejected' && failureCode(end.reason) === WITHHELD_CODE);
      expect(withheld).toHaveLength(REQUESTS - stopAt);
    },
  );
});

import { once } from 'node:events';
import {
  type ClientHttp2Stream,
  connect as connectHttp2,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  sensitiveHeaders,
  type Settings,
} from 'node:http2';
import { type AddressInfo, connect, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ClientConnection } from '#http2-client';
import { errorName, FRAMES, PREFACE } from '../../../packages/http2-client/frames.js';
import { legalConversation } from '../../../packages/http2-client/test/legal-conversation.js';
import { Dice } from '../../support/rooms/dice.js';
import type { Question } from './question.js';
import { Questioner } from './questions.js';
import { answerAsAsked } from './servers/origin.js';
import { splitFields, toBody } from '../../../packages/http2-client/test/request-head.js';

/** Many take a while: `HTTP2_DIFFERENCES=20000 npm test -- test/channels/http2-peers/differential`. */
const ROUNDS = Number(process.env['HTTP2_DIFFERENCES'] ?? 40);
const SEED = Number(process.env['PEER_SEED'] ?? 1);
const TIMEOUT = { timeout: 120_000 + ROUNDS * 200 };
const REQUESTS = 20;
const STREAMS = 5;
const KIND = { longestBody: 30_000, longestHeader: 20_000 };
/** Headers that only one of the clients sends. */
const INCIDENTAL = new Set(['date']);

/** Sends requests over one connection. @returns status, headers and body of each, or how it failed */
type Client = (port: number, questions: readonly Question[]) => Promise<string[]>;

const askOwn: Client = async (port, questions) => {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const client = new ClientConnection(socket, {
    onSettings: () => undefined,
    onGoaway: () => undefined,
    onEnd: () => undefined,
  });
  const fates = questions.map(
    ({ fields, body, personal }) =>
      new Promise<string>((resolve) => {
        let [status, text] = [0, ''];
        let headers: IncomingHttpHeaders = {};
        client.request(
          { scheme: 'http', authority: `127.0.0.1:${port}`, ...splitFields(fields, personal) },
          toBody(body),
          {
            onHead: (value, given) => ([status, headers] = [value, given]),
            onBody: (bytes) => (text += bytes.toString('latin1')),
            onEnd: (ending, isUnprocessed) =>
              resolve(ending ? failure(ending.code, isUnprocessed) : answer(status, headers, text)),
          },
        );
      }),
  );
  const all = await Promise.all(fates);
  client.destroy({ code: 'CLOSED' }, 'NO_ERROR');
  return all;
};

const askNode: Client = async (port, questions) => {
  const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { enablePush: false } });
  session.on('error', () => undefined);
  let lastId = Infinity;
  session.on('goaway', (_code, id) => (lastId = Math.min(lastId, id)));
  const fates = questions.map(({ fields, body, personal }) =>
    fateOf(session.request({ ...fields, [sensitiveHeaders]: personal }), body, () => lastId),
  );
  const all = await Promise.all(fates);
  session.destroy();
  return all;
};

function fateOf(stream: ClientHttp2Stream, sent: string, lastId: () => number): Promise<string> {
  return new Promise((resolve) => {
    let [status, text] = [0, ''];
    let headers: IncomingHttpHeaders = {};
    stream.on('error', () => undefined);
    stream.on('response', (given) => ([status, headers] = [given[':status'] ?? 0, given]));
    stream.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
    stream.on('end', () => !stream.aborted && stream.rstCode === 0 && resolve(answer(status, headers, text)));
    stream.on('close', () => {
      const isUnprocessed = stream.rstCode === 7 || (stream.id ?? 0) > lastId();
      resolve(failure(errorName(stream.rstCode), isUnprocessed));
    });
    stream.end(Buffer.from(sent, 'latin1'));
  });
}

/** The code of what was not processed differs: Node names the reset, and Herald what the GOAWAY says. */
const failure = (code: string, isUnprocessed: boolean): string => (isUnprocessed ? 'unsent' : `lost ${code}`);

function answer(status: number, headers: IncomingHttpHeaders, body: string): string {
  const fields = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !INCIDENTAL.has(name));
  return JSON.stringify([status, fields.toSorted(([a], [b]) => (a < b ? -1 : 1)), body]);
}

/** Results of both clients at a server, and the server's view of them. */
interface Both {
  own: unknown;
  node: unknown;
}

/**
 * Sends the same requests to a server of Node's, by one client after the other. What it sees of them has the headers that no
 * table may keep.
 */
async function exchange(settings: Settings, questions: readonly Question[]): Promise<{ read: Both; seen: Both }> {
  let seen: Record<string, unknown> = {};
  const server: Http2Server = createServer({ settings }, (request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString('latin1')));
    request.on('end', () => (seen[request.url] = [{ ...request.headers }, body]));
    answerAsAsked(request, response, () => undefined);
  });
  const port = await portOf(server);
  const results = [];
  for (const client of [askOwn, askNode]) {
    seen = {};
    results.push({ read: await client(port, questions), seen });
  }
  server.close();
  const [own, node] = results;
  return { read: { own: own?.read, node: node?.read }, seen: { own: own?.seen, node: node?.seen } };
}

/** Says the same to one client after the other, once all of its requests have begun. */
async function say(bytes: Buffer, questions: readonly Question[]): Promise<Both> {
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined);
    onHeads(socket, questions.length, () => socket.write(bytes));
  });
  const port = await portOf(server);
  const own = await askOwn(port, questions);
  const node = await askNode(port, questions);
  server.close();
  return { own, node };
}

/** Calls once so many HEADERS have come. The settings of a server come first, so that no request waits for them. */
function onHeads(socket: Socket, count: number, onAll: () => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let isOpen = false;
  let heads = 0;
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    if (!isOpen) {
      if (rest.length < PREFACE.length) {
        return;
      }
      isOpen = true;
      rest = rest.subarray(PREFACE.length);
    }
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const isHead = rest[3] === FRAMES.headers;
      rest = rest.subarray(9 + rest.readUIntBE(0, 3));
      heads += isHead ? 1 : 0;
      if (isHead && heads === count) {
        onAll();
      }
    }
  });
}

async function portOf(server: Server | Http2Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('HTTP/2 clients of Herald and Node', () => {
  it(
    `The HTTP/2 clients of Herald and Node send the same requests and read the same answers (${ROUNDS * REQUESTS})`,
    TIMEOUT,
    async () => {
      const dice = new Dice(SEED);
      for (let round = 0; round < ROUNDS; round += 1) {
        const settings: Settings = {
          headerTableSize: dice.pick([0, 100, 4096, 65_536]),
          initialWindowSize: dice.pick([10_000, 65_535, 2 ** 20]),
          maxFrameSize: dice.pick([16_384, 2 ** 24 - 1]),
        };
        const questioner = new Questioner(dice, KIND);
        const questions = Array.from({ length: REQUESTS }, () => questioner.next());
        const { read, seen } = await exchange(settings, questions);
        expect(seen.own, `round ${round}`).toEqual(seen.node);
        expect(read.own, `round ${round}`).toEqual(read.node);
        expect(read.own).toEqual(questions.map(() => expect.stringMatching(/^\[/) as string));
      }
    },
  );

  it(
    `The HTTP/2 clients of Herald and Node read any legal server output the same (${ROUNDS * 10})`,
    TIMEOUT,
    async () => {
      const dice = new Dice(SEED);
      for (let round = 0; round < ROUNDS * 10; round += 1) {
        const { bytes } = legalConversation(dice, STREAMS);
        const sizes = Array.from({ length: STREAMS }, () => dice.pick([0, 4, 300, 30_000]));
        const fields = { ':method': 'POST', ':path': '/' };
        const { own, node } = await say(
          bytes,
          sizes.map((size) => ({ fields, body: 'b'.repeat(size), personal: [] })),
        );
        expect(own, `round ${round}`).toEqual(node);
      }
    },
  );
});

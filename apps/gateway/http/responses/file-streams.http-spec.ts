import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { FileStreams } from './file-streams.js';

/** More than sockets hold on the way, so that a reader that rests is noticed. */
const PIECE = `${'x'.repeat(1023)}\n`.repeat(1024);
const LONG_MS = 600_000;

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

/** A server with one file, which reports how its making has ended. */
async function serve(streams: FileStreams, pieces: () => AsyncGenerator<string>) {
  let end: (how: 'whole' | 'broken') => void;
  const ending = new Promise<'whole' | 'broken'>((resolve) => (end = resolve));
  async function* watched(): AsyncGenerator<string> {
    let how: 'whole' | 'broken' = 'broken';
    try {
      yield* pieces();
      how = 'whole';
    } finally {
      end(how);
    }
  }
  server = createServer((_, response) => {
    // Nest's adapter of Express does the same.
    const file = streams.answer(response as Response, watched(), { type: 'text/csv' });
    const stream = file.getStream();
    stream.once('error', (error: Error) => file.errorHandler(error, response as never));
    stream.pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  return { answer, ending };
}

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield PIECE;
  }
}

describe('FileStreams', () => {
  it('A file stream is broken off when its reader pauses, and the download ends as aborted', async () => {
    const { answer, ending } = await serve(new FileStreams({ reading: 100, stopping: 1 }), endless);
    answer.pause();
    expect(await ending).toBe('broken');
    await expect(text(answer)).rejects.toThrow(/aborted/);
  });

  it('A file stream aborts the download when its source fails', async () => {
    const { answer } = await serve(new FileStreams(), async function* () {
      yield PIECE;
      throw new Error('the database is away');
    });
    await expect(text(answer)).rejects.toThrow(/aborted/);
  });

  it('A file stream with a paused reader does not delay the shutdown of the process', async () => {
    const streams = new FileStreams({ reading: LONG_MS, stopping: 50 });
    const { answer, ending } = await serve(streams, endless);
    answer.pause();
    streams.beforeApplicationShutdown();
    expect(await ending).toBe('broken');
    await expect(text(answer)).rejects.toThrow(/aborted/);
  });

  it('A file stream is complete for a reader that continues during the shutdown', async () => {
    const streams = new FileStreams({ reading: LONG_MS, stopping: LONG_MS });
    const { answer, ending } = await serve(streams, async function* () {
      for (let piece = 0; piece < 20; piece += 1) {
        yield PIECE;
      }
    });
    streams.beforeApplicationShutdown();
    expect((await text(answer)).length).toBe(20 * PIECE.length);
    expect(await ending).toBe('whole');
  });
});

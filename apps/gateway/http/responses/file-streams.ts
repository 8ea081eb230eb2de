import { Readable } from 'node:stream';
import { StreamableFile, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';

/** A reader that takes nothing for so long is given up. */
const REST_MS = 5 * 60_000;
/** Shorter time for such a reader while the gateway stops: one that goes on reading may finish within the grace period. */
const REST_AT_STOP_MS = 2000;

/**
 * @property name   under which browsers save it; absent: they are not reported
 * @property asOf   nothing in it is newer than this moment, or everything was looked for from then on
 * @property lines  that it will have at most, without the line of names
 */
export interface FileFacts {
  type: string;
  name?: string;
  asOf?: Date;
  lines?: number;
}

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** Files that are written while they are read. It is not injectable by itself: tests give it other times. */
export class FileStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<Response>();
  private isStopping = false;

  constructor(private readonly rests = { reading: REST_MS, stopping: REST_AT_STOP_MS }) {}

  /**
   * Answers with a file, of which only so much is made as the reader takes. A fault on the way breaks the connection: half
   * a file must not look like a whole one. Making it ends with the connection.
   */
  answer(
    response: Response,
    pieces: AsyncIterable<string> | Iterable<string>,
    { type, name, asOf, lines }: FileFacts,
  ): StreamableFile {
    const reading = new AbortController();
    this.open.add(response);
    response.once('close', () => {
      this.open.delete(response);
      reading.abort();
    });
    response.setTimeout(this.isStopping ? this.rests.stopping : this.rests.reading, () => response.destroy());
    if (asOf !== undefined) {
      response.setHeader('X-Herald-As-Of', asOf.toISOString());
    }
    if (lines !== undefined) {
      response.setHeader('X-Herald-Lines', lines);
    }
    const file = new StreamableFile(Readable.from(pieces, { signal: reading.signal, highWaterMark: 1 }), {
      type,
      ...(name !== undefined && { disposition: `attachment; filename="${name}"` }),
    });
    return file.setErrorHandler((_, answer) => answer.destroy?.());
  }

  /** Before the server waits for its connections, which readers that rest would hold open. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    this.open.forEach((response) => response.setTimeout(this.rests.stopping));
  }
}

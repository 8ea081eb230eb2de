import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { malformed } from '#platform/errors';
import { IdBlockRepository } from '#platform/ids';
import type { RecordFile } from '#platform/records';
import { ImportPieceRepository, type FileId } from './import-piece.repository.js';

const ID_SERIES = 'users.import';
const PIECE_BYTES = 256 * 1024;
/** A million users with ten attributes each take about 200 MB. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** A file in the database. */
export interface UploadedFile extends FileId {
  size: number;
  /** SHA-256, hexadecimal. */
  digest: string;
}

/** Files of imports in the database: in pieces, so that memory never holds more than one. */
@Injectable()
export class ImportFileService {
  constructor(
    private readonly db: Database,
    private readonly pieces: ImportPieceRepository,
    private readonly ids: IdBlockRepository,
  ) {}

  nextId(): Promise<number> {
    return this.ids.next(ID_SERIES);
  }

  /**
   * Stores a file while it arrives. A refused one leaves nothing.
   *
   * @throws AppError malformed for a file that is too large; what `content` throws
   */
  async store(appId: number, content: AsyncIterable<Buffer>): Promise<UploadedFile> {
    const file = { appId, importId: await this.nextId() };
    const hash = createHash('sha256');
    let size = 0;
    let piece = 0;
    try {
      for await (const bytes of cutIntoPieces(content)) {
        size += bytes.length;
        if (size > MAX_FILE_BYTES) {
          throw malformed(`The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB; "herald import" takes any size`);
        }
        hash.update(bytes);
        await this.pieces.insertPiece(file, piece, bytes);
        piece += 1;
      }
    } catch (error) {
      await this.discard(file).catch(() => undefined);
      throw error;
    }
    return { ...file, size, digest: hash.digest('hex') };
  }

  async discard(file: FileId): Promise<void> {
    await this.db.tx((tx) => this.pieces.deleteFile(tx, file));
  }

  /** Deletes a file that no import has. */
  async discardUnclaimed(file: FileId): Promise<void> {
    await this.db.tx((tx) => this.pieces.deleteUnclaimed(tx, file));
  }

  open(file: FileId & { size: number }): RecordFile {
    return { size: file.size, read: (from) => this.read(file, from) };
  }

  private async *read(file: FileId & { size: number }, from: number): AsyncGenerator<Buffer> {
    const pieces = Math.ceil(file.size / PIECE_BYTES);
    let skipped = from % PIECE_BYTES;
    for (let piece = Math.floor(from / PIECE_BYTES); piece < pieces; piece += 1) {
      yield (await this.pieces.readPiece(file, piece)).subarray(skipped);
      skipped = 0;
    }
  }
}

async function* cutIntoPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) {
      yield rest.subarray(0, PIECE_BYTES);
    }
  }
  if (rest.length > 0) {
    yield rest;
  }
}

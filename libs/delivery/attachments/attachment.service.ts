import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { cleanFileName, type MailAttachment } from '#libs/channels';
import { HOUR_MS, Recurring } from '#platform/background';
import { ClockService } from '#platform/runtime';
import type { Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { IdBlockRepository } from '#platform/ids';
import { AttachmentRepository } from './attachment.repository.js';
import { type IncomingFile, MAX_EMAIL_BYTES, type StoredFile } from './attachment.types.js';
import { findClaimedKind, FileKindChecker } from './file-kinds.js';

const ID_SERIES = 'delivery.attachment';
const PIECE_BYTES = 256 * 1024;
/** Attachments stay for a day after the send, so that support can look at them. */
const RETENTION_AFTER_END_MS = 24 * 3_600_000;
/** An upload and its request take two minutes at most. */
const UNCLAIMED_RETENTION_MS = 3_600_000;

/**
 * Stores and reads attachments of e-mails in pieces, so that memory never holds more than one piece of a file. They are
 * deleted a day after the end of the send.
 */
@Injectable()
export class AttachmentService {
  constructor(
    private readonly files: AttachmentRepository,
    private readonly ids: IdBlockRepository,
    private readonly clock: ClockService,
  ) {}

  /** The bytes that the files of one e-mail may still take. */
  createBudget(): { bytes: number } {
    return { bytes: MAX_EMAIL_BYTES };
  }

  /**
   * Stores one file, and checks its content against its name.
   *
   * @param budget        is reduced by the bytes of the file
   * @param onIdAssigned  is called before the first piece is stored, so that a refused file can be discarded
   * @throws AppError malformed, with the file's name: a type that is not allowed, other content, or too large
   */
  async storeFile(
    appId: number,
    incoming: IncomingFile,
    budget: { bytes: number },
    onIdAssigned: (attachmentId: number) => void,
  ): Promise<StoredFile> {
    const name = cleanFileName(incoming.name);
    if (name === '') {
      throw malformed("A file of 'mailAttachment' has no name");
    }
    const kind = findClaimedKind(name, incoming.type);
    if (!kind) {
      throw malformed(`The file '${name}' is of no type that may be attached`);
    }
    const attachmentId = await this.ids.next(ID_SERIES);
    onIdAssigned(attachmentId);
    const checker = new FileKindChecker(kind);
    const hash = createHash('sha256');
    let size = 0;
    let piece = 0;
    for await (const bytes of splitIntoPieces(incoming.content)) {
      size += bytes.length;
      budget.bytes -= bytes.length;
      if (budget.bytes < 0) {
        throw malformed(`The e-mail is larger than 10 MB with the file '${name}'`);
      }
      if (!checker.addBytes(bytes)) {
        break;
      }
      hash.update(bytes);
      await this.files.insertPiece(appId, attachmentId, piece, bytes);
      piece += 1;
    }
    if (!checker.matchesKind()) {
      throw malformed(`The content of the file '${name}' is not what its name says`);
    }
    const stored = { attachmentId, name, type: kind.type, size, sha256: hash.digest('hex') };
    await this.files.insertFile(appId, stored);
    return stored;
  }

  /** Deletes uploads without a dispatch. */
  async discardUnclaimed(appId: number, attachmentIds: readonly number[]): Promise<void> {
    if (attachmentIds.length > 0) {
      await this.files.deleteUnclaimed(appId, attachmentIds);
    }
  }

  /** Assigns stored files to their dispatch. @throws Error for a missing file, or one of another dispatch */
  async claimFiles(tx: Tx, appId: number, attachmentIds: readonly number[], dispatchId: number): Promise<void> {
    const claimedCount = await this.files.claimFiles(tx, appId, attachmentIds, dispatchId);
    if (claimedCount !== attachmentIds.length) {
      throw new Error(
        `Of ${attachmentIds.length} attachments of dispatch ${dispatchId} only ${claimedCount} are there`,
      );
    }
  }

  /** The files of a dispatch in the form for a sender. */
  async findMailAttachments(appId: number, dispatchId: number): Promise<MailAttachment[]> {
    const stored = await this.files.findByDispatch(appId, dispatchId);
    return stored.map(({ attachmentId, name, type, size }) => ({
      name,
      type,
      size,
      open: () => Readable.from(this.readContent(appId, attachmentId, size), { objectMode: false }),
    }));
  }

  /** Erases the content of files whose recipients are erased. @returns the number of deleted pieces */
  async eraseFiles(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<number> {
    return dispatchIds.length === 0 ? 0 : this.files.emptyFiles(tx, appId, dispatchIds);
  }

  /** Deletes files past their retention, and uploads without a dispatch. @returns the number of deleted pieces */
  @Recurring('attachments.expire', HOUR_MS)
  async deleteExpired(): Promise<number> {
    const now = this.clock.now().getTime();
    return this.files.deleteExpired(new Date(now - RETENTION_AFTER_END_MS), new Date(now - UNCLAIMED_RETENTION_MS));
  }

  /** @throws Error for a missing piece: an incomplete file is never sent */
  private async *readContent(appId: number, attachmentId: number, size: number): AsyncGenerator<Buffer> {
    let remaining = size;
    for (let piece = 0; remaining > 0; piece += 1) {
      const bytes = await this.files.readPiece(appId, attachmentId, piece);
      if (bytes === null) {
        throw new Error(`Attachment ${attachmentId} has no piece ${piece}`);
      }
      remaining -= bytes.length;
      yield bytes;
    }
  }
}

/** Cuts the content into pieces of 256 KB; the last one may be shorter. */
async function* splitIntoPieces(content: Readable): AsyncGenerator<Buffer> {
  let buffers: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    buffers.push(chunk);
    length += chunk.length;
    if (length >= PIECE_BYTES) {
      const buffer = Buffer.concat(buffers);
      yield buffer.subarray(0, PIECE_BYTES);
      buffers = [buffer.subarray(PIECE_BYTES)];
      length -= PIECE_BYTES;
    }
  }
  if (length > 0) {
    yield Buffer.concat(buffers);
  }
}

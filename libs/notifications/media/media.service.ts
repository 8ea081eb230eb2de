import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { cleanFileName } from '#libs/channels';
import { Semaphore } from '#platform/async';
import { LruCache } from '#platform/collections';
import { Config, publicUrl } from '#platform/config';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { MediaRepository } from './media.repository.js';
import {
  MAX_MEDIA,
  MAX_MEDIA_BYTES,
  MAX_STORED_BYTES,
  type ListedMedia,
  type Media,
  type MediaUse,
  type ServedMedia,
} from './media.types.js';
import type { Picture } from './pictures/picture.js';
import { readPicture } from './pictures/read-picture.js';

const PIECE_BYTES = 256 * 1024;
/** A mail to a million people is a million requests for its pictures. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** The path of a picture, and what may stand before it. */
const PATH = /\/m\/([0-9a-f]{64})\.(?:png|jpg|gif|webp)/g;
const HOST_AT_END = /(?:https?:)?\/\/[^\s"'<>()]*$/;
const MAX_HOST = 300;
const MAX_LOOKED_UP = 100;
/** Files that are read from the database at a time, each of up to 10 MB. */
const MAX_READS = 4;

/** Pictures that messages show from a public address of Herald. */
@Injectable()
export class MediaService {
  private readonly cache = new LruCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  });
  private readonly reading = new Map<string, Promise<Buffer | undefined>>();
  private readonly reads = new Semaphore(MAX_READS);

  constructor(
    private readonly db: Database,
    private readonly media: MediaRepository,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {}

  /**
   * Stores a picture. What is stored already is answered as it is there, under its first name.
   *
   * @throws AppError malformed with a `PictureFault` as its field, `size` or `number`
   */
  async add(appId: number, file: { name: string; bytes: Buffer }, origin: Origin): Promise<ListedMedia> {
    const { parts, ...picture } = readPicture(file.bytes);
    const bytes = Buffer.concat(parts);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const media = { hash, name: nameOf(file.name, picture.type), size: bytes.length, ...picture };
    return this.db.tx(async (tx) => {
      await this.media.lockUploads(tx, appId);
      const present = await this.media.find(tx, appId, hash);
      if (present) {
        return present;
      }
      const stored = await this.media.count(tx, appId);
      if (stored.number >= MAX_MEDIA || stored.bytes + bytes.length > MAX_STORED_BYTES) {
        throw new AppError('malformed', 'The application has too many pictures; delete some first', {
          field: 'number',
        });
      }
      await this.media.insert(tx, appId, media, cutIntoPieces(bytes));
      await this.audit.append(tx, appId, origin, [
        { action: 'media.add', subject: `media ${hash}`, differences: [{ change: 'add', subject: media.name }] },
      ]);
      return this.require(await this.media.find(tx, appId, hash));
    });
  }

  /** The newest first, below an id; null: from the newest. */
  async list(appId: number, before: number | null, limit: number): Promise<(ListedMedia & { uses: MediaUse[] })[]> {
    const page = await this.media.listPage(appId, before, limit);
    const uses = await this.findUses(appId, page);
    return page.map((media) => ({ ...media, uses: uses.get(media.hash) ?? [] }));
  }

  /**
   * Deletes a picture: messages that show it show none from then on, also those that were sent.
   *
   * @param seenUses  messages that use it, as the deleting member saw them
   * @throws AppError unknown_id; changed_meanwhile where more use it now
   */
  async remove(appId: number, hash: string, seenUses: number, origin: Origin): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.media.lockUploads(tx, appId);
      const { name } = this.require(await this.media.find(tx, appId, hash));
      const uses = await this.media.listUses(tx, appId, [hash]);
      if (uses.length > seenUses) {
        throw new AppError('changed_meanwhile', `${uses.length} messages use the picture now`, { field: 'uses' });
      }
      await this.media.delete(tx, appId, hash);
      await this.audit.append(tx, appId, origin, [
        { action: 'media.remove', subject: `media ${hash}`, differences: [{ change: 'remove', subject: name }] },
      ]);
    });
  }

  /** A file for anybody who has its address. */
  async serve(hash: string): Promise<ServedMedia | undefined> {
    // Asked each time, so that no process serves what was deleted through another one.
    const found = await this.media.findServed(hash);
    if (!found) {
      return undefined;
    }
    const bytes = this.cache.get(hash) ?? (await this.readOnce(hash));
    return bytes && { type: found.type, ending: endingOf(found.type), bytes };
  }

  /**
   * Addresses of Herald's own pictures in a text that show nothing any more, each once: of the first `MAX_LOOKED_UP`.
   * Files of other hosts are not checked, where `PUBLIC_URL` says which host is its own.
   */
  async listGone(text: string): Promise<string[]> {
    const own = publicUrl(this.config);
    const found = new Map<string, string>();
    for (const { 0: path, 1: hash = '', index } of text.matchAll(PATH)) {
      const [host = ''] = HOST_AT_END.exec(text.slice(Math.max(0, index - MAX_HOST), index)) ?? [];
      if (found.size < MAX_LOOKED_UP && (host === '' || own === undefined || host === own)) {
        found.set(hash, host + path);
      }
    }
    const served = new Set(found.size > 0 ? await this.media.listServed([...found.keys()]) : []);
    return [...found].flatMap(([hash, address]) => (served.has(hash) ? [] : [address]));
  }

  /** The public address; without `PUBLIC_URL` the path of it. */
  addressOf({ hash, type }: Pick<Media, 'hash' | 'type'>): string {
    return `${publicUrl(this.config) ?? ''}/m/${hash}.${endingOf(type)}`;
  }

  /** Reads a file once, however many ask for it: a campaign begins with thousands of requests for the same one. */
  private async readOnce(hash: string): Promise<Buffer | undefined> {
    const reading =
      this.reading.get(hash) ??
      this.reads.run(async () => {
        const bytes = await this.media.readBytes(hash);
        if (bytes) {
          this.cache.set(hash, bytes);
        }
        return bytes;
      });
    this.reading.set(hash, reading);
    try {
      return await reading;
    } finally {
      this.reading.delete(hash);
    }
  }

  private async findUses(appId: number, page: readonly Media[]): Promise<Map<string, MediaUse[]>> {
    const found =
      page.length > 0
        ? await this.media.listUses(
            this.db,
            appId,
            page.map(({ hash }) => hash),
          )
        : [];
    const uses = new Map<string, MediaUse[]>();
    for (const { hash, ...use } of found) {
      uses.set(hash, [...(uses.get(hash) ?? []), use]);
    }
    return uses;
  }

  private require(found: ListedMedia | undefined): ListedMedia {
    if (!found) {
      throw new AppError('unknown_id', 'There is no such picture');
    }
    return found;
  }
}

function cutIntoPieces(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, piece) =>
    bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
  );
}

/** Refuses the bytes of an upload past the limit, as they come. @throws AppError malformed */
export function checkMediaSize(bytes: number): void {
  if (bytes > MAX_MEDIA_BYTES) {
    throw new AppError('malformed', `The file is larger than ${MAX_MEDIA_BYTES / 1024 / 1024} MB`, { field: 'size' });
  }
}

/** Under which ending a type is served. */
function endingOf(type: Picture['type']): string {
  return type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
}

/** The name that the file had, with the ending of what it is. @throws AppError malformed */
function nameOf(clientName: string, type: Picture['type']): string {
  const plain = cleanFileName(clientName).replace(/\.[a-z0-9]{1,5}$/i, '');
  if (plain === '') {
    throw malformed("Field 'file': the file has no name");
  }
  return `${plain}.${endingOf(type)}`;
}

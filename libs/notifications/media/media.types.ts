import type { Picture } from './pictures/picture.js';

/** Providers take less: APNs 10 MB by the app's own download, FCM 1 MB, and mail programs load what they like. */
export const MAX_MEDIA_BYTES = 10 * 1024 * 1024;
/** The number of files of one application: they lie in the database and in its backups. */
export const MAX_MEDIA = 5000;
export const MAX_STORED_BYTES = 2 * 1024 ** 3;

/** @property hash  hexadecimal SHA-256 of what is served */
export interface Media {
  hash: string;
  name: string;
  type: Picture['type'];
  size: number;
  width: number;
  height: number;
  frames: number;
  createdAt: Date;
}

export interface ListedMedia extends Media {
  mediaId: number;
}

/** A message that shows a picture, and would show none without it. */
export interface MediaUse {
  kind: 'definition' | 'campaign';
  key: number;
  title: string;
}

/** A file as it is served. @property ending  of its name, without the dot */
export interface ServedMedia {
  type: Picture['type'];
  ending: string;
  bytes: Buffer;
}

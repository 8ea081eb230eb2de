import { AppError } from '#platform/errors';

/** Why a file is refused, for people of any language: the field of the refusal. */
export type PictureFault = 'kind' | 'damaged' | 'behind' | 'markup' | 'dimensions' | 'frames';

const TEXTS: Readonly<Record<PictureFault, string>> = {
  kind: 'The file is no PNG, JPEG, GIF or WebP by its content',
  damaged: 'The file is damaged: it does not keep to its own format',
  behind: 'Something stands behind the picture in the file',
  markup: 'The file is a picture and something else: it has a page, a script or an archive in it',
  dimensions: 'The picture has more than 8,192 pixels on a side, or more than 32 million',
  frames: 'The moving picture has too many frames for its size',
};

/**
 * The largest side. It is also below 10,799, the width that makes the head of a GIF the beginning of a comment in
 * scripts.
 */
const MAX_SIDE = 8192;
const MAX_PIXELS = 32_000_000;
/** The pixels of all frames together: what a reader has to draw for one round. */
const MAX_DRAWN_PIXELS = 400_000_000;

/**
 * A picture by its own bytes.
 *
 * @property parts  those of the file that draw it: comments, places, names of programs and their like are left out
 */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  width: number;
  height: number;
  frames: number;
  parts: Buffer[];
}

/** @returns the refusal of a file */
export function refuse(fault: PictureFault): AppError {
  return new AppError('malformed', TEXTS[fault], { field: fault });
}

/** @throws AppError for a file that does not keep to its format */
export function need(condition: boolean, fault: PictureFault = 'damaged'): void {
  if (!condition) {
    throw refuse(fault);
  }
}

/** Bounds what a reader would have to draw, before anybody draws it. @throws AppError dimensions, frames */
export function checkDimensions({ width, height }: Pick<Picture, 'width' | 'height'>, frames = 1): void {
  need(width > 0 && height > 0);
  need(width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS, 'dimensions');
  need(frames * width * height <= MAX_DRAWN_PIXELS, 'frames');
}

/** @throws AppError damaged where the file ends before */
export function cut(bytes: Buffer, from: number, length: number): Buffer {
  need(length >= 0 && from + length <= bytes.length);
  return bytes.subarray(from, from + length);
}

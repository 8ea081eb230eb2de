import { createRequire } from 'node:module';
import { chooseEngine, type Bitmap, moduleName } from './bitmap-engine.js';

export type { Bitmap } from './bitmap-engine.js';

const engine = chooseEngine(() => createRequire(import.meta.url)('roaring') as unknown);

/** The bitmap module of this process. */
export const BITMAP_MODULE = moduleName(engine);

export function createEmptyBitmap(): Bitmap {
  return new engine();
}

export function createBitmap(uids: readonly number[] | Uint32Array): Bitmap {
  const bitmap = new engine();
  bitmap.addMany(uids);
  return bitmap;
}

/** Reads the portable format (RoaringFormatSpec) of both modules. */
export function readBitmap(stored: Uint8Array): Bitmap {
  return engine.deserialize('portable', stored);
}

export function writeBitmap(bitmap: Bitmap): Buffer {
  bitmap.runOptimize();
  return Buffer.from(bitmap.serialize('portable'));
}

/** Frees the memory of bitmaps. The native module is garbage collected and may have no `dispose`. */
export function disposeBitmaps(...bitmaps: (Partial<Pick<Bitmap, 'dispose'>> | undefined)[]): void {
  for (const bitmap of bitmaps) {
    bitmap?.dispose?.();
  }
}

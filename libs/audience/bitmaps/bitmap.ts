import { createRequire } from 'node:module';
import { RoaringBitmap32 } from 'roaring-wasm';

/**
 * A roaring bitmap of uids. Its memory lies outside the JavaScript heap: whoever makes one disposes of it.
 */
export type Bitmap = RoaringBitmap32;

type Engine = Pick<typeof RoaringBitmap32, 'deserialize'> & (new () => Bitmap);

/** The native module `roaring` is several times faster and wants a compiler: it is used where somebody installed it. */
function engineOf(): Engine {
  try {
    const native: unknown = createRequire(import.meta.url)('roaring');
    return hasEngine(native) ? native.RoaringBitmap32 : RoaringBitmap32;
  } catch {
    return RoaringBitmap32;
  }
}

function hasEngine(module: unknown): module is { RoaringBitmap32: Engine } {
  return typeof module === 'object' && module !== null && 'RoaringBitmap32' in module;
}

const engine: Engine = engineOf();

/** Whether the native module evaluates. */
export const isNative = engine !== RoaringBitmap32;

export function emptyBitmap(): Bitmap {
  return new engine();
}

export function bitmapOf(uids: readonly number[] | Uint32Array): Bitmap {
  const bitmap = new engine();
  bitmap.addMany(uids);
  return bitmap;
}

/** Reads the portable format (RoaringFormatSpec), which both modules share. */
export function readBitmap(stored: Uint8Array): Bitmap {
  return engine.deserialize('portable', stored);
}

export function writeBitmap(bitmap: Bitmap): Buffer {
  bitmap.runOptimize();
  return Buffer.from(bitmap.serialize('portable'));
}

/** Gives memory back; the native module, whose memory the garbage collector knows, may have no `dispose`. */
export function free(...bitmaps: (Partial<Pick<Bitmap, 'dispose'>> | undefined)[]): void {
  for (const bitmap of bitmaps) {
    bitmap?.dispose?.();
  }
}

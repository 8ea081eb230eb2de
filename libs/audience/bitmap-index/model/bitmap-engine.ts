import { RoaringBitmap32 } from 'roaring-wasm';

/**
 * A roaring bitmap of uids. Its memory is outside the JavaScript heap: the code that creates a bitmap must dispose of
 * it.
 */
export type Bitmap = RoaringBitmap32;

/** The interface that `roaring-wasm` and the native module share. */
export type Engine = Pick<typeof RoaringBitmap32, 'deserialize'> & (new () => Bitmap);

/** Values that fill a container of each kind: sparse, dense and run. */
const SAMPLE = [
  ...Array.from({ length: 100 }, (_, i) => i * 7),
  ...Array.from({ length: 20_000 }, (_, i) => 65_536 + i * 3),
  ...Array.from({ length: 5000 }, (_, i) => 262_144 + i),
];

/**
 * Chooses the native module `roaring` if it is installed and compatible, else `roaring-wasm`. The native module is many
 * times faster but needs a compiler. A module that is missing, built for another Node version or incompatible is
 * ignored.
 *
 * @param load  loads the native module; throws if there is none
 */
export function chooseEngine(load: () => unknown): Engine {
  try {
    const native = load();
    return hasEngine(native) && isCompatible(native.RoaringBitmap32) ? native.RoaringBitmap32 : RoaringBitmap32;
  } catch {
    return RoaringBitmap32;
  }
}

export function moduleName(engine: Engine): 'roaring' | 'roaring-wasm' {
  return engine === RoaringBitmap32 ? 'roaring-wasm' : 'roaring';
}

function hasEngine(module: unknown): module is { RoaringBitmap32: Engine } {
  return typeof module === 'object' && module !== null && 'RoaringBitmap32' in module;
}

function isCompatible(engine: Engine): boolean {
  const expected = serializeSample(new RoaringBitmap32());
  const actual = serializeSample(new engine());
  const read = engine.deserialize('portable', expected);
  const listed = read.toUint32Array(new Uint32Array(2 * SAMPLE.length));
  return (
    actual.equals(expected) &&
    listed.length === SAMPLE.length &&
    read.size === SAMPLE.length &&
    read.andCardinality(read) === SAMPLE.length
  );
}

function serializeSample(bitmap: Bitmap): Buffer {
  bitmap.addMany(SAMPLE);
  bitmap.runOptimize();
  const bytes = Buffer.from(bitmap.serialize('portable'));
  (bitmap as Partial<Pick<Bitmap, 'dispose'>>).dispose?.();
  return bytes;
}

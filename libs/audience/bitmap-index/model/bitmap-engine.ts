import { RoaringBitmap32 } from 'roaring-wasm';

/**
 * A roaring bitmap of uids. Its memory lies outside the JavaScript heap: whoever makes one disposes of it.
 */
export type Bitmap = RoaringBitmap32;

/** What evaluation uses of the module `roaring-wasm` and of the native one, which has the same interface. */
export type Engine = Pick<typeof RoaringBitmap32, 'deserialize'> & (new () => Bitmap);

/** Enough for a container of each kind: sparse, dense, and a run. */
const SAMPLE = [
  ...Array.from({ length: 100 }, (_, i) => i * 7),
  ...Array.from({ length: 20_000 }, (_, i) => 65_536 + i * 3),
  ...Array.from({ length: 5000 }, (_, i) => 262_144 + i),
];

/**
 * The native module `roaring` is many times faster and wants a compiler: it is used where somebody installed it, and where it
 * reads and writes the same bytes. One that is missing, was built for another Node or does something else is left alone.
 *
 * @param load  the native module; throws where there is none
 */
export function chooseEngine(load: () => unknown): Engine {
  try {
    const native = load();
    return hasEngine(native) && isCompatible(native.RoaringBitmap32) ? native.RoaringBitmap32 : RoaringBitmap32;
  } catch {
    return RoaringBitmap32;
  }
}

/** The name of the module that an engine is of. */
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
  return actual.equals(expected) && read.size === SAMPLE.length && read.andCardinality(read) === SAMPLE.length;
}

function serializeSample(bitmap: Bitmap): Buffer {
  bitmap.addMany(SAMPLE);
  bitmap.runOptimize();
  const bytes = Buffer.from(bitmap.serialize('portable'));
  (bitmap as Partial<Pick<Bitmap, 'dispose'>>).dispose?.();
  return bytes;
}

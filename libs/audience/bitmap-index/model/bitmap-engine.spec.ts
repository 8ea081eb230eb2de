import { RoaringBitmap32 } from 'roaring-wasm';
import { describe, expect, it } from 'vitest';
import { chooseEngine, moduleName } from './bitmap-engine.js';

class Alike extends RoaringBitmap32 {}

class OtherFormat extends RoaringBitmap32 {
  override serialize(): Uint8Array & ReturnType<RoaringBitmap32['serialize']> {
    return super.serialize('croaring');
  }
}

class Miscounting extends RoaringBitmap32 {
  static override deserialize(): RoaringBitmap32 {
    return new RoaringBitmap32([1]);
  }
}

describe('chooseEngine', () => {
  it('chooseEngine returns the native module if it is compatible', () => {
    expect(chooseEngine(() => ({ RoaringBitmap32: Alike }))).toBe(Alike);
    expect(moduleName(Alike)).toBe('roaring');
  });

  it.each<[string, () => unknown]>([
    ['missing', () => import.meta.resolve('no-such-module') && undefined],
    [
      'built for another Node',
      () => {
        throw new Error('The module was compiled against a different Node.js version');
      },
    ],
    ['without the class', () => ({ default: {} })],
    ['of another kind', () => 'roaring'],
    ['not a class', () => ({ RoaringBitmap32: {} })],
    ['writing another format', () => ({ RoaringBitmap32: OtherFormat })],
    ['reading something else', () => ({ RoaringBitmap32: Miscounting })],
  ])('chooseEngine returns the WASM engine if the native module is %s', (_, load) => {
    expect(chooseEngine(load)).toBe(RoaringBitmap32);
    expect(moduleName(chooseEngine(load))).toBe('roaring-wasm');
  });
});

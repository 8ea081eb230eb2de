import { CompressionError } from './compression-error.js';

/**
 * The code of RFC 7541, appendix B: its symbols by the length of their codes in bits, in the order of the codes. The code
 * is canonical, so the lengths say everything. 256 is the end of a string.
 */
const SYMBOLS_BY_LENGTH: readonly (readonly [length: number, symbols: readonly number[]])[] = [
  [5, [48, 49, 50, 97, 99, 101, 105, 111, 115, 116]],
  [
    6,
    [32, 37, 45, 46, 47, 51, 52, 53, 54, 55, 56, 57, 61, 65, 95, 98, 100, 102, 103, 104, 108, 109, 110, 112, 114, 117],
  ],
  [
    7,
    [
      58, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 89, 106, 107, 113,
      118, 119, 120, 121, 122,
    ],
  ],
  [8, [38, 42, 44, 59, 88, 90]],
  [10, [33, 34, 40, 41, 63]],
  [11, [39, 43, 124]],
  [12, [35, 62]],
  [13, [0, 36, 64, 91, 93, 126]],
  [14, [94, 125]],
  [15, [60, 96, 123]],
  [19, [92, 195, 208]],
  [20, [128, 130, 131, 162, 184, 194, 224, 226]],
  [21, [153, 161, 167, 172, 176, 177, 179, 209, 216, 217, 227, 229, 230]],
  [
    22,
    [
      129, 132, 133, 134, 136, 146, 154, 156, 160, 163, 164, 169, 170, 173, 178, 181, 185, 186, 187, 189, 190, 196, 198,
      228, 232, 233,
    ],
  ],
  [
    23,
    [
      1, 135, 137, 138, 139, 140, 141, 143, 147, 149, 150, 151, 152, 155, 157, 158, 165, 166, 168, 174, 175, 180, 182,
      183, 188, 191, 197, 231, 239,
    ],
  ],
  [24, [9, 142, 144, 145, 148, 159, 171, 206, 215, 225, 236, 237]],
  [25, [199, 207, 234, 235]],
  [26, [192, 193, 200, 201, 202, 205, 210, 213, 218, 219, 238, 240, 242, 243, 255]],
  [27, [203, 204, 211, 212, 214, 221, 222, 223, 241, 244, 245, 246, 247, 248, 250, 251, 252, 253, 254]],
  [
    28,
    [2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 127, 220, 249],
  ],
  [30, [10, 13, 22, 256]],
];

const END_OF_STRING = 256;
/** More bits of padding than this are refused (RFC 7541, section 5.2). */
const MAX_PADDING = 7;

/** A place in the tree of codes: two branches, or the symbol that a code ends with. */
interface Node {
  branches: [Node | undefined, Node | undefined];
  symbol: number | undefined;
}

/**
 * The step of half a byte at a place of the tree, as one number: the next place, and where a symbol ends 1 + that symbol
 * in the upper bits. No code is shorter than five bits, so half a byte ends one symbol at most. 0: refused.
 */
const PLACE_BITS = 9;
const { steps, paddings } = buildSteps();

/**
 * Decodes a string, a quarter of its length longer or more.
 *
 * @throws CompressionError for a code that does not exist, the end of a string inside, and wrong padding
 */
export function decodeHuffman(bytes: Buffer, from: number, to: number): string {
  // No code is shorter than five bits.
  const text = Buffer.allocUnsafe(Math.ceil(((to - from) * 8) / 5));
  let length = 0;
  let place = 1;
  for (let half = 2 * from; half < 2 * to; half++) {
    const byte = bytes[half >> 1] ?? 0;
    const step = steps[place * 16 + ((half & 1) === 0 ? byte >> 4 : byte & 15)] ?? 0;
    if (step === 0) {
      throw new CompressionError('a code that does not exist');
    }
    if (step >> PLACE_BITS !== 0) {
      text[length++] = (step >> PLACE_BITS) - 1;
    }
    place = step & ((1 << PLACE_BITS) - 1);
  }
  if (paddings[place] !== 1) {
    throw new CompressionError('wrong padding of a string');
  }
  return text.toString('latin1', 0, length);
}

function buildTree(): Node {
  const root: Node = { branches: [undefined, undefined], symbol: undefined };
  let code = 0;
  let codeLength = 0;
  for (const [length, symbols] of SYMBOLS_BY_LENGTH) {
    code *= 2 ** (length - codeLength);
    codeLength = length;
    for (const symbol of symbols) {
      let node = root;
      for (let bit = length - 1; bit >= 0; bit--) {
        const branch = Math.floor(code / 2 ** bit) % 2 === 0 ? 0 : 1;
        node = node.branches[branch] ??= { branches: [undefined, undefined], symbol: undefined };
      }
      node.symbol = symbol;
      code += 1;
    }
  }
  return root;
}

function buildSteps(): { steps: Uint32Array; paddings: Uint8Array } {
  const root = buildTree();
  const places = [root];
  for (const node of places) {
    places.push(
      ...node.branches.filter((branch): branch is Node => branch !== undefined && branch.symbol === undefined),
    );
  }
  // Place 0 stands for nothing, so that a step of 0 is a refusal.
  const numbers = new Map(places.map((node, index) => [node, index + 1]));
  const table = new Uint32Array((places.length + 1) * 16);
  for (const [node, number] of numbers) {
    for (let half = 0; half < 16; half++) {
      table[number * 16 + half] = stepFrom(node, half, root, numbers);
    }
  }
  const ends = new Uint8Array(places.length + 1);
  let node: Node | undefined = root;
  for (let ones = 0; ones <= MAX_PADDING && node; ones++) {
    ends[numbers.get(node) ?? 0] = 1;
    node = node.branches[1];
  }
  return { steps: table, paddings: ends };
}

function stepFrom(start: Node, half: number, root: Node, numbers: ReadonlyMap<Node, number>): number {
  let node: Node | undefined = start;
  let symbol = -1;
  for (let bit = 3; bit >= 0; bit--) {
    node = node?.branches[(half >> bit) & 1 ? 1 : 0];
    if (node?.symbol !== undefined) {
      symbol = node.symbol;
      node = root;
    }
  }
  return node === undefined || symbol === END_OF_STRING
    ? 0
    : (((symbol + 1) << PLACE_BITS) | (numbers.get(node) ?? 0)) >>> 0;
}

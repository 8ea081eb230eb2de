import { deflateSync } from 'node:zlib';

/** Small pictures of each kind, built from their formats, and the parts of hostile ones. */

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value;
});

/** A chunk of a PNG with its checksum. */
export function chunk(type: string, content: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content as string, 'latin1')]);
  let sum = 0xffffffff;
  for (const byte of body) {
    sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(body.length - 4, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE((sum ^ 0xffffffff) >>> 0, whole.length - 4);
  return whole;
}

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The head of a PNG of grey pixels. */
export function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return chunk('IHDR', head);
}

interface PngParts {
  width?: number;
  height?: number;
  /** Chunks behind the head. */
  more?: Buffer[];
  shade?: number;
}

/** A grey PNG. */
export function png({ width = 4, height = 3, more = [], shade = 0 }: PngParts = {}): Buffer {
  const pixels = Buffer.alloc((width + 1) * height, shade);
  for (let row = 0; row < height; row += 1) {
    pixels[row * (width + 1)] = 0;
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    pngHead(width, height),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND'),
  ]);
}

/** A head that says what no content follows. */
export function hugePng(width: number, height: number): Buffer {
  return Buffer.concat([
    PNG_SIGNATURE,
    pngHead(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc(9))),
    chunk('IEND'),
  ]);
}

const GIF_PIXEL = Buffer.from('2c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex');

/** A GIF of one pixel. @param blocks  in front of each frame */
export function gif({ frames = 1, blocks = [] as Buffer[], width = 1, height = 1 } = {}): Buffer {
  const head = Buffer.from('474946383961010001008000000000 00ffffff'.replaceAll(' ', ''), 'hex');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return Buffer.concat([
    head,
    ...Array.from({ length: frames }, () => Buffer.concat([...blocks, GIF_PIXEL])),
    Buffer.from([0x3b]),
  ]);
}

/** A comment in a GIF. */
export function gifComment(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), Buffer.from(text, 'latin1'), Buffer.from([0])]);
}

/** How often a GIF is repeated. */
export const GIF_LOOP = Buffer.concat([
  Buffer.from([0x21, 0xff, 11]),
  Buffer.from('NETSCAPE2.0', 'latin1'),
  Buffer.from([3, 1, 0, 0, 0]),
]);

/** A segment of a JPEG. */
export function segment(marker: number, content: Buffer | string): Buffer {
  const body = Buffer.from(content as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** A JPEG by its segments: its content is none that anybody draws. */
export function jpeg({ width = 5, height = 4, more = [] as Buffer[] } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    ...more,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0x3f, 0])),
    Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Data of a camera: how it was held, and a place. */
export function exif(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008 0001 0112 0003 00000001 00000000 00000000'.replaceAll(' ', ''), 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return segment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 52.5200 N 13.4050 E')]),
  );
}

/** A chunk of a WebP. */
export function riffChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** The content of a lossless WebP. */
export function webpImage(width: number, height: number): Buffer {
  const content = Buffer.alloc(7);
  content[0] = 0x2f;
  content.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  return riffChunk('VP8L', content);
}

export function webp(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The canvas of an extended WebP. */
export function canvas(width: number, height: number, flags = 0): Buffer {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return riffChunk('VP8X', content);
}

/** One frame of a moving WebP. @param image  its content; absent: of the size that it says */
export function frame(width: number, height: number, image = webpImage(width, height)): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  return riffChunk('ANMF', Buffer.concat([head, image]));
}

/** An archive of nothing, with a comment. */
export function emptyZip(comment = 0): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(comment, 20);
  return end;
}

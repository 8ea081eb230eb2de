import {
  canvas,
  chunk,
  emptyZip,
  frame,
  gif,
  gifComment,
  hugePng,
  jpeg,
  png,
  PNG_SIGNATURE,
  riffChunk,
  segment,
  webp,
  webpImage,
} from './pictures.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><html><body><script>alert(1)</script></body></html>';
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts);
/** A GIF whose head is the beginning of a comment in a script: its width are the two characters of it. */
const scriptGif = join(text('GIF89a/*'), text('\x01\0\x00\0\0'), text('*/=1;alert(1)//;'));
/** Such a GIF within the bounds of the width: `GIF89a=` and a line break. */
const narrowScriptGif = gif({ width: 0x0a3d, height: 0x0a31, blocks: [gifComment('*/alert(1);<script>')] });

/** Uploads in place of a picture, and the field under which each is refused. */
export const HOSTILE_FILES: readonly (readonly [name: string, fault: string, bytes: Buffer])[] = [
  ['an SVG named as a PNG', 'kind', text(SVG)],
  ['a page', 'kind', text(HTML)],
  ['nothing', 'kind', Buffer.alloc(0)],
  ['a script', 'kind', text('alert(1)')],
  ['a document', 'kind', text('%PDF-1.7\n')],
  ['a bitmap', 'kind', text('BM\0\0\0\0')],
  ['an MP4', 'kind', text('\0\0\0\x18ftypmp42')],
  ['an HEIC', 'kind', text('\0\0\0\x18ftypheic')],
  ['the magic number of a PNG before a page', 'damaged', join(PNG_SIGNATURE, text(HTML))],
  ['the magic number of a GIF before a page', 'dimensions', join(text('GIF89a'), text(HTML))],
  ['the magic number of a JPEG before a page', 'damaged', join(Buffer.from('ffd8ff', 'hex'), text(HTML))],
  ['a WebP whose first chunk is a page', 'damaged', webp(riffChunk('<htm', text(HTML)))],
  ['a PNG with a page in a text', 'markup', png({ more: [chunk('tEXt', `Comment\0${HTML}`)] })],
  ['a PNG with a script between pixels', 'markup', png({ more: [chunk('gAMA', '<ScRiPt>')] })],
  ['a JPEG with a page in a comment', 'markup', jpeg({ more: [segment(0xfe, HTML)] })],
  ['a JPEG with PHP in its comment', 'markup', jpeg({ more: [segment(0xfe, '<?php system($_GET[0]);')] })],
  ['a GIF with a page in a comment', 'markup', gif({ blocks: [gifComment(HTML)] })],
  ['a GIF that is a script', 'dimensions', scriptGif],
  ['a narrower GIF that is a script', 'markup', narrowScriptGif],
  ['a GIF with a script behind it', 'behind', join(gif(), text(';alert(1)'))],
  ['a PNG with a page behind it', 'behind', join(png(), text(HTML))],
  ['a PNG with a zero behind it', 'behind', join(png(), Buffer.alloc(1))],
  ['a JPEG with an archive behind it', 'behind', join(jpeg(), emptyZip())],
  ['a WebP with a page behind it', 'behind', join(webp(webpImage(4, 4)), text(HTML))],
  ['a PNG that is an archive', 'markup', png({ more: [chunk('tEXt', emptyZip(tailOfPng()))] })],
  ['a PNG with the head of a document', 'markup', png({ more: [chunk('tEXt', '%PDF-1.7 obj')] })],
  ['a PNG of 65,535 x 65,535 pixels in 70 bytes', 'dimensions', hugePng(65_535, 65_535)],
  ['a PNG of 2^31 pixels in a line', 'dimensions', hugePng(2 ** 31 - 1, 1)],
  ['a PNG of 8,192 x 8,192 pixels', 'dimensions', hugePng(8192, 8192)],
  ['a PNG without a pixel', 'damaged', hugePng(0, 5)],
  ['a JPEG of 65,535 x 65,535 pixels', 'dimensions', jpeg({ width: 65_535, height: 65_535 })],
  ['a JPEG whose height follows later', 'damaged', jpeg({ height: 0 })],
  ['a GIF of 65,535 x 65,535 pixels', 'dimensions', gif({ width: 65_535, height: 65_535 })],
  ['a WebP of 16,384 x 16,384 pixels', 'dimensions', webp(webpImage(16_384, 16_384))],
  ['a WebP of 2^24 x 2^24 pixels', 'dimensions', webp(canvas(2 ** 24, 2 ** 24), webpImage(1, 1))],
  ['a WebP whose picture is larger than its canvas', 'damaged', webp(canvas(4, 4), webpImage(16_384, 16_384))],
  ['a WebP whose frame is larger than it says', 'damaged', webp(canvas(4, 4), frame(4, 4, webpImage(9000, 9000)))],
  ['a GIF of 8,000 x 4,000 pixels that moves', 'frames', gif({ width: 8000, height: 4000, frames: 20 })],
  ['a PNG that says it moves four billion times', 'frames', png({ more: [chunk('acTL', '\xff\xff\xff\xff\0\0\0\0')] })],
  ['a JPEG that is drawn two hundred times', 'damaged', scannedJpeg(200)],
  ['a PNG that ends in the middle', 'damaged', png().subarray(0, 50)],
  ['a PNG without its end', 'damaged', png().subarray(0, -12)],
  ['a JPEG without its end', 'damaged', jpeg().subarray(0, -2)],
  ['a GIF without its end', 'damaged', gif().subarray(0, -1)],
  ['a WebP that is shorter than it says', 'damaged', webp(webpImage(4, 4)).subarray(0, -2)],
  ['a PNG whose chunk says it has 4 GB', 'damaged', join(PNG_SIGNATURE, Buffer.from('ffffffff49484452', 'hex'))],
  ['a PNG with a wrong checksum', 'damaged', flipped(png(), 30)],
  ['a PNG with a critical chunk of its own', 'damaged', png({ more: [chunk('EVIL', 'x')] })],
  ['a PNG with two heads', 'damaged', png({ more: [png().subarray(8, 33)] })],
  ['a PNG without content', 'damaged', join(png().subarray(0, 33), chunk('IEND'))],
  ['a GIF without a picture', 'damaged', join(gif().subarray(0, 19), Buffer.from([0x3b]))],
  ['a JPEG without a picture', 'damaged', Buffer.from('ffd8ffd9', 'hex')],
];

/** Bytes from the end of the first text of `png` to its end. */
function tailOfPng(): number {
  return png().length - png().indexOf('IDAT') + 4 + 4;
}

function scannedJpeg(scans: number): Buffer {
  const whole = jpeg();
  const at = whole.indexOf(Buffer.from([0xff, 0xda]));
  const scan = whole.subarray(at, -2);
  return join(whole.subarray(0, at), ...Array.from({ length: scans }, () => scan), whole.subarray(-2));
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

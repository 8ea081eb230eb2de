/** What a file is by its content, told from its first bytes and from words that stand somewhere in it. */
export interface FileKind {
  /** The media type that it is sent with. */
  type: string;
  /** Whether the first bytes of a file can begin one of this kind. */
  begins(head: Buffer): boolean;
  /** What a file of this kind holds at some place, and what it does not; for containers that hold anything. */
  holds?: Buffer;
  lacks?: Buffer;
}

/** Bytes that are enough for `begins`. */
export const HEAD_BYTES = 4096;

const ascii = (head: Buffer, text: string, at = 0): boolean => head.toString('latin1', at, at + text.length) === text;
const bytes = (head: Buffer, hex: string): boolean => head.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'));

const PNG: FileKind = { type: 'image/png', begins: (head) => bytes(head, '89504e470d0a1a0a') };
const JPEG: FileKind = { type: 'image/jpeg', begins: (head) => bytes(head, 'ffd8ff') };
const GIF: FileKind = { type: 'image/gif', begins: (head) => ascii(head, 'GIF87a') || ascii(head, 'GIF89a') };
const PDF: FileKind = { type: 'application/pdf', begins: (head) => ascii(head, '%PDF-') };
const AVI: FileKind = { type: 'video/x-msvideo', begins: (head) => ascii(head, 'RIFF') && ascii(head, 'AVI ', 8) };
const MP4: FileKind = { type: 'video/mp4', begins: (head) => ascii(head, 'ftyp', 4) };
/** Program streams and elementary streams (ISO/IEC 13818-1, 11172-2), and transport streams: a sync byte each 188 bytes. */
const MPEG: FileKind = {
  type: 'video/mpeg',
  begins: (head) =>
    bytes(head, '000001ba') ||
    bytes(head, '000001b3') ||
    (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47),
};
/** A zip file with a workbook in it and no macros. */
const XLSX: FileKind = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  begins: (head) => bytes(head, '504b0304'),
  holds: Buffer.from('xl/workbook.'),
  lacks: Buffer.from('vbaProject.bin'),
};
/** A compound file with a workbook in it: installers and letters are compound files too. */
const XLS: FileKind = {
  type: 'application/vnd.ms-excel',
  begins: (head) => bytes(head, 'd0cf11e0a1b11ae1'),
  holds: Buffer.from('Workbook', 'utf16le'),
};
/** Control characters that stand in texts: tabs, ends of lines and pages, and the escape of Japanese encodings. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
/** No other control character; of UTF-16, which is full of zeros, the mark at its beginning tells. */
const isText = (head: Buffer): boolean =>
  bytes(head, 'fffe') || bytes(head, 'feff') || !head.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
const TEXT: FileKind = { type: 'text/plain', begins: isText };
const CSV: FileKind = { type: 'text/csv', begins: isText };

/** Specification, section 4.4. */
const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  xlsx: XLSX,
  xls: XLS,
  csv: CSV,
  txt: TEXT,
  pdf: PDF,
  jpg: JPEG,
  jpeg: JPEG,
  png: PNG,
  gif: GIF,
  mpeg: MPEG,
  'mpeg-2': MPEG,
  mp4: MP4,
  avi: AVI,
};
const BY_TYPE: Readonly<Record<string, FileKind>> = {
  'image/png': PNG,
  'image/x-png': PNG,
  'image/x-citrix-png': PNG,
  'image/jpeg': JPEG,
  'image/x-citrix-jpeg': JPEG,
  'image/gif': GIF,
  'video/x-msvideo': AVI,
  'video/mp4': MP4,
  'video/mpeg': MPEG,
  'video/mpeg2': MPEG,
  'video/x-mpeg': MPEG,
  'text/plain': TEXT,
  'text/csv': CSV,
  'application/vnd.ms-excel': XLS,
  [XLSX.type]: XLSX,
};

/**
 * The kind that a file claims to be: by the extension of its name, which is what opens it at the receiver, else by the
 * media type that it came with. Undefined when the one or the other is none that may be sent.
 */
export function claimedKind(name: string, type: string): FileKind | undefined {
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  const given = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return extension === undefined ? find(BY_TYPE, given) : find(BY_EXTENSION, extension);
}

function find(kinds: Readonly<Record<string, FileKind>>, name: string): FileKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** Reads a file as it comes and says in the end whether it is what it claims to be. */
export class FileJudge {
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);
  private readonly found = new Set<Buffer>();

  constructor(private readonly kind: FileKind) {}

  /** @returns false as soon as it is plain that the file is something else */
  read(chunk: Buffer): boolean {
    if (this.head.length < HEAD_BYTES) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
    }
    this.lookFor(chunk);
    return this.head.length < HEAD_BYTES || this.kind.begins(this.head);
  }

  isGood(): boolean {
    const { begins, holds, lacks } = this.kind;
    return begins(this.head) && (!holds || this.found.has(holds)) && (!lacks || !this.found.has(lacks));
  }

  /** Words may lie across two chunks. */
  private lookFor(chunk: Buffer): void {
    const words = [this.kind.holds, this.kind.lacks].filter((word) => word !== undefined);
    if (words.length === 0) {
      return;
    }
    const text = Buffer.concat([this.tail, chunk]);
    words.filter((word) => text.includes(word)).forEach((word) => this.found.add(word));
    this.tail = text.subarray(-Math.max(...words.map((word) => word.length - 1)));
  }
}

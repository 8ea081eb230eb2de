/** A kind of file, recognised by its first bytes and by markers in its content. */
export interface FileKind {
  /** The media type in the e-mail. */
  type: string;
  /** Tests if a file of this kind can begin with these bytes. */
  matchesHead(head: Buffer): boolean;
  /** Bytes that the content must contain, or must not contain: containers can hold anything. */
  requiredMarker?: Buffer;
  forbiddenMarker?: Buffer;
  /** The markers are in lower case and stand for their letters in any case. */
  ignoresCase?: boolean;
  /** Another form of the same kind, under the same extension and media type. */
  otherForm?: FileKind;
}

/** Bytes that are enough for `begins`. */
export const HEAD_BYTES = 4096;

const hasText = (head: Buffer, text: string, at = 0): boolean => head.toString('latin1', at, at + text.length) === text;
const hasBytes = (head: Buffer, hex: string): boolean =>
  head.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'));

const PNG: FileKind = { type: 'image/png', matchesHead: (head) => hasBytes(head, '89504e470d0a1a0a') };
const JPEG: FileKind = { type: 'image/jpeg', matchesHead: (head) => hasBytes(head, 'ffd8ff') };
const GIF: FileKind = { type: 'image/gif', matchesHead: (head) => hasText(head, 'GIF87a') || hasText(head, 'GIF89a') };
const PDF: FileKind = { type: 'application/pdf', matchesHead: (head) => hasText(head, '%PDF-') };
const AVI: FileKind = {
  type: 'video/x-msvideo',
  matchesHead: (head) => hasText(head, 'RIFF') && hasText(head, 'AVI ', 8),
};
const MP4: FileKind = { type: 'video/mp4', matchesHead: (head) => hasText(head, 'ftyp', 4) };
/** Program streams and elementary streams (ISO/IEC 13818-1, 11172-2), and transport streams: a sync byte each 188 bytes. */
const MPEG: FileKind = {
  type: 'video/mpeg',
  matchesHead: (head) =>
    hasBytes(head, '000001ba') ||
    hasBytes(head, '000001b3') ||
    (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47),
};
/** Control characters of texts: tabs, ends of lines and pages, and the escape of Japanese encodings. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
/** A text has no other control character. UTF-16 is full of zeros; its byte order mark identifies it. */
const isText = (head: Buffer): boolean =>
  hasBytes(head, 'fffe') || hasBytes(head, 'feff') || !head.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
/** The first tag of a page or a table, after a byte order mark (of UTF-8) and blanks. */
const HTML_START = /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype html|html|head|meta|style|body|table)[\s>]/i;
/** A zip file that contains a workbook and no macros. */
const XLSX: FileKind = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  matchesHead: (head) => hasBytes(head, '504b0304'),
  requiredMarker: Buffer.from('xl/workbook.'),
  forbiddenMarker: Buffer.from('vbaProject.bin'),
};
/**
 * A table in HTML, which many systems export under the name of a workbook: Excel opens it. A page with scripts is none.
 */
const HTML_TABLE: FileKind = {
  type: 'application/vnd.ms-excel',
  matchesHead: (head) => HTML_START.test(head.toString('latin1')) && isText(head),
  requiredMarker: Buffer.from('<table'),
  forbiddenMarker: Buffer.from('<script'),
  ignoresCase: true,
};
/** A compound file that contains a workbook: installers and letters are compound files too. */
const XLS: FileKind = {
  type: 'application/vnd.ms-excel',
  matchesHead: (head) => hasBytes(head, 'd0cf11e0a1b11ae1'),
  requiredMarker: Buffer.from('Workbook', 'utf16le'),
  otherForm: HTML_TABLE,
};
const TEXT: FileKind = { type: 'text/plain', matchesHead: isText };
const CSV: FileKind = { type: 'text/csv', matchesHead: isText };

/** Specification, section 4.4. */
const KINDS_BY_EXTENSION: Readonly<Record<string, FileKind>> = {
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
const KINDS_BY_TYPE: Readonly<Record<string, FileKind>> = {
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
  'application/pdf': PDF,
  'application/vnd.ms-excel': XLS,
  [XLSX.type]: XLSX,
};

/**
 * Finds the kind that a file claims to be. The extension decides, because the receiver's system opens files by it; without
 * one, the media type decides. What has no letter is no extension: `Report 11.2026`. Undefined for a kind that is not
 * allowed.
 */
export function findClaimedKind(name: string, type: string): FileKind | undefined {
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return extension === undefined || /^[\d ]+$/.test(extension)
    ? lookUpKind(KINDS_BY_TYPE, mediaType)
    : lookUpKind(KINDS_BY_EXTENSION, extension);
}

function lookUpKind(kinds: Readonly<Record<string, FileKind>>, name: string): FileKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** Reads a file piece by piece and checks whether it is of its claimed kind, in one of its forms. */
export class FileKindChecker {
  private readonly forms: FormChecker[] = [];

  constructor(kind: FileKind) {
    for (let form: FileKind | undefined = kind; form; form = form.otherForm) {
      this.forms.push(new FormChecker(form));
    }
  }

  /** @returns false as soon as the file cannot be of its kind */
  addBytes(chunk: Buffer): boolean {
    return this.forms.filter((form) => form.addBytes(chunk)).length > 0;
  }

  matchesKind(): boolean {
    return this.forms.some((form) => form.matchesKind());
  }
}

class FormChecker {
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);
  private readonly foundMarkers = new Set<Buffer>();

  constructor(private readonly kind: FileKind) {}

  /** @returns false as soon as the file cannot have this form */
  addBytes(chunk: Buffer): boolean {
    if (this.head.length < HEAD_BYTES) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
    }
    const isPossible = this.head.length < HEAD_BYTES || this.kind.matchesHead(this.head);
    if (isPossible) {
      this.searchMarkers(chunk);
    }
    return isPossible;
  }

  matchesKind(): boolean {
    const { matchesHead: begins, requiredMarker: holds, forbiddenMarker: lacks } = this.kind;
    return begins(this.head) && (!holds || this.foundMarkers.has(holds)) && (!lacks || !this.foundMarkers.has(lacks));
  }

  /** A marker may lie across two chunks. */
  private searchMarkers(chunk: Buffer): void {
    const markers = [this.kind.requiredMarker, this.kind.forbiddenMarker].filter((marker) => marker !== undefined);
    if (markers.length === 0) {
      return;
    }
    const content = Buffer.concat([this.tail, chunk]);
    const text = this.kind.ignoresCase ? Buffer.from(content.toString('latin1').toLowerCase(), 'latin1') : content;
    markers.filter((marker) => text.includes(marker)).forEach((marker) => this.foundMarkers.add(marker));
    this.tail = content.subarray(-Math.max(...markers.map((marker) => marker.length - 1)));
  }
}

import { deflateRawSync } from 'node:zlib';
import type { Answer, TestGateway } from '../contract/gateway.js';

/** A form of `sendEmailWithAttachment`; a field that is undefined is left out. Files: name, content, media type. */
export interface SmallForm {
  to?: string | undefined;
  notificationKey?: string | undefined;
  message?: string | undefined;
  files?: [name: string, content: Buffer, type?: string][];
}

export function postForm(
  gateway: TestGateway,
  fields: SmallForm,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, content, type = 'application/octet-stream'] of fields.files ?? []) {
    form.append('mailAttachment', new Blob([new Uint8Array(content)], { type }), name);
  }
  for (const name of ['to', 'notificationKey', 'message'] as const) {
    const value = fields[name];
    if (value !== undefined) {
      form.append(name, value);
    }
  }
  return gateway.call('/rest/3.0/sendEmailWithAttachment', { raw: form, headers });
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** How files of each kind begin; `exe`, `zip` and `msi` are kinds that may not be attached. */
const BEGINNINGS = {
  pdf: Buffer.from('%PDF-1.7\n'),
  png: hex('89504e470d0a1a0a0000000d49484452'),
  jpg: hex('ffd8ffe000104a464946'),
  gif: Buffer.from('GIF89a'),
  mpeg: hex('000001ba4400'),
  mp4: Buffer.concat([hex('00000018'), Buffer.from('ftypisom')]),
  avi: Buffer.concat([Buffer.from('RIFF'), hex('00100000'), Buffer.from('AVI LIST')]),
  txt: Buffer.from('A text.\n'),
  csv: Buffer.from('name;sum\n'),
  html: Buffer.from('<html><body><table><tr><td>Sum</td></tr></table>'),
  xls: Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(1024), Buffer.from('Workbook', 'utf16le')]),
  msi: Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(1024), Buffer.from('Property', 'utf16le')]),
  xlsx: zipOf('[Content_Types].xml', 'xl/workbook.xml'),
  zip: zipOf('setup.exe'),
  exe: Buffer.concat([Buffer.from('MZ'), hex('900003000000040000ffff')]),
} as const;

const TEXTS: readonly string[] = ['txt', 'csv', 'html'];

/** A file that begins as one of its kind, of at least so many bytes: text in texts, zeros elsewhere. */
export function fileOf(kind: keyof typeof BEGINNINGS, bytes: number): Buffer {
  const head = BEGINNINGS[kind];
  const fill = TEXTS.includes(kind) ? 'word ' : 0;
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length), fill)]);
}

/** Local headers of a zip file with such entries: enough to tell what is in it. */
function zipOf(...names: string[]): Buffer {
  return Buffer.concat(
    names.map((name) => {
      const content = deflateRawSync(Buffer.from('content'));
      const head = Buffer.alloc(30);
      head.writeUInt32LE(0x04034b50, 0);
      head.writeUInt16LE(8, 8);
      head.writeUInt32LE(content.length, 18);
      head.writeUInt16LE(name.length, 26);
      return Buffer.concat([head, Buffer.from(name), content]);
    }),
  );
}

/** Time of a row to the microsecond: `yyyy-MM-ddTHH:mm:ss.SSSSSSZ`, so that texts compare as times. */
type Moment = string;

/** Position after the last entry of a page. Each source continues behind it; of equal times results come first. */
export type ResultCursor =
  | { source: 'result'; at: Moment; vb: number; dispatchId: number; channel: number; recipientId: number }
  | {
      source: 'leftOut';
      at: Moment;
      dispatchId: number;
      vbFrom: number;
      kind: number;
      reason: string;
      position: number;
    }
  | { source: 'chunk'; dispatchId: number; chunkId: number; position: number }
  | { source: 'retry'; dispatchId: number; channel: number; recipientId: number };

const FORMS = {
  result: /^result (\S{27}) (\d{1,4}) (\d{1,16}) (\d{1,2}) (\d{1,10})$/,
  leftOut: /^leftOut (\S{27}) (\d{1,16}) (\d{1,4}) (\d) ([A-Z_]{1,20}) (\d{1,10})$/,
  chunk: /^chunk (\d{1,16}) (\d{1,16}) (\d{1,10})$/,
  retry: /^retry (\d{1,16}) (\d{1,2}) (\d{1,10})$/,
};

/** Opaque to clients. base64url needs no escaping in a link. */
export function writeCursor(cursor: ResultCursor): string {
  return Buffer.from(partsOf(cursor).join(' ')).toString('base64url');
}

function partsOf(cursor: ResultCursor): (string | number)[] {
  switch (cursor.source) {
    case 'result':
      return [cursor.source, cursor.at, cursor.vb, cursor.dispatchId, cursor.channel, cursor.recipientId];
    case 'leftOut':
      return [cursor.source, cursor.at, cursor.dispatchId, cursor.vbFrom, cursor.kind, cursor.reason, cursor.position];
    case 'chunk':
      return [cursor.source, cursor.dispatchId, cursor.chunkId, cursor.position];
    case 'retry':
      return [cursor.source, cursor.dispatchId, cursor.channel, cursor.recipientId];
  }
}

/** Null for an invalid cursor: published examples contain invented ones, which mean the first page. */
export function readCursor(text: string): ResultCursor | null {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const result = FORMS.result.exec(plain);
  if (result?.[1] !== undefined) {
    const [vb = 0, dispatchId = 0, channel = 0, recipientId = 0] = result.slice(2).map(Number);
    return isMoment(result[1]) ? { source: 'result', at: result[1], vb, dispatchId, channel, recipientId } : null;
  }
  const leftOut = FORMS.leftOut.exec(plain);
  if (leftOut?.[1] !== undefined && leftOut[5] !== undefined) {
    const [dispatchId = 0, vbFrom = 0, kind = 0] = leftOut.slice(2, 5).map(Number);
    const [at, reason, position] = [leftOut[1], leftOut[5], Number(leftOut[6])];
    return isMoment(at) ? { source: 'leftOut', at, dispatchId, vbFrom, kind, reason, position } : null;
  }
  const chunk = FORMS.chunk.exec(plain);
  if (chunk) {
    const [dispatchId = 0, chunkId = 0, position = 0] = chunk.slice(1).map(Number);
    return { source: 'chunk', dispatchId, chunkId, position };
  }
  const retry = FORMS.retry.exec(plain);
  const [dispatchId = 0, channel = 0, recipientId = 0] = retry?.slice(1).map(Number) ?? [];
  return retry ? { source: 'retry', dispatchId, channel, recipientId } : null;
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

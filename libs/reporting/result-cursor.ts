/** Position after the last result of a page: its sort key. */
export interface ResultCursor {
  day: string;
  vb: number;
  dispatchId: number;
  channel: number;
  recipientId: number;
}

/** Opaque to clients. base64url needs no escaping in a link. */
export function writeCursor({ day, vb, dispatchId, channel, recipientId }: ResultCursor): string {
  return Buffer.from([day, vb, dispatchId, channel, recipientId].join(' ')).toString('base64url');
}

/** Null for an invalid cursor: published examples contain invented ones, which mean the first page. */
export function readCursor(text: string): ResultCursor | null {
  const form = /^(\d{4}-\d{2}-\d{2}) (\d{1,4}) (\d{1,16}) (\d{1,2}) (\d{1,10})$/;
  const [, day, vb, dispatchId, channel, recipientId] =
    form.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  return day === undefined || Number.isNaN(Date.parse(day))
    ? null
    : {
        day,
        vb: Number(vb),
        dispatchId: Number(dispatchId),
        channel: Number(channel),
        recipientId: Number(recipientId),
      };
}

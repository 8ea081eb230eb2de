/** Values of a message by field number: numbers, or the bytes of texts and messages. */
export type Fields = Map<number, (bigint | Buffer)[]>;

/** Reads a message without its schema (https://protobuf.dev/programming-guides/encoding/). */
export function readFields(message: Buffer): Fields {
  const fields: Fields = new Map();
  let position = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[position++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        return value;
      }
    }
  };
  const readBytes = (length: number): Buffer => message.subarray(position, (position += length));
  while (position < message.length) {
    const key = Number(readVarint());
    const values = fields.get(key >> 3) ?? [];
    fields.set(key >> 3, values);
    values.push(readValue(key & 7, readVarint, readBytes));
  }
  return fields;
}

/** The values of a field that are texts. */
export function texts(fields: Fields, number: number): string[] {
  return (fields.get(number) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? [value.toString()] : []));
}

function readValue(wireType: number, varint: () => bigint, bytes: (length: number) => Buffer): bigint | Buffer {
  switch (wireType) {
    case 0:
      return varint();
    case 1:
      return bytes(8).readBigUInt64LE();
    case 2:
      return bytes(Number(varint()));
    case 5:
      return BigInt(bytes(4).readUInt32LE());
    default:
      throw new Error(`No wire type ${wireType}`);
  }
}

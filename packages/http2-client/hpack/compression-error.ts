/** A header block that cannot be read. The state of the connection is lost with it (RFC 9113, section 4.3). */
export class CompressionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CompressionError';
  }
}

import type { Readable } from 'node:stream';

/**
 * A message on its way to a relay. It is checked when the relay has asked for the text: connection and envelope can
 * take seconds.
 */
export class Departure {
  /** The relay was ready for the text, and `mayLeave` forbade it. The relay has no message. */
  isWithheld = false;
  private text: Readable | undefined;

  constructor(private readonly mayLeave: () => boolean) {}

  /** Tests if the relay may have got the text, or a part of it. */
  get hasLeft(): boolean {
    return this.text?.readableDidRead ?? false;
  }

  /** nodemailer pipes the text to the socket, or closes the connection when the text fails. */
  watch(text: Readable): void {
    this.text = text;
    const pipe = text.pipe.bind(text);
    text.pipe = (destination, options) => {
      if (this.mayLeave()) {
        return pipe(destination, options);
      }
      this.isWithheld = true;
      text.destroy(new Error('The message came too late'));
      return destination;
    };
  }
}

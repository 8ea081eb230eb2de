import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const TIMEOUT_MS = 5000;

/** What a server answered at the end: its code and text. */
export interface Handed {
  code: number;
  text: string;
}

/**
 * Hands one mail to a server of this machine, without TLS (RFC 5321).
 *
 * @param mail  lines end with CRLF
 * @returns the first refusal, or the answer to the mail
 */
export async function handMail(port: number, from: string, to: string, mail: string): Promise<Handed> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('No answer')));
  try {
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
    const answer = async (): Promise<Handed> => {
      for (;;) {
        const { done, value } = await lines.next();
        if (done === true) {
          throw new Error('The connection ended');
        }
        const [, code, more, text] = /^(\d{3})([ -]?)(.*)$/.exec(value) ?? [];
        if (code !== undefined && more !== '-') {
          return { code: Number(code), text: text ?? '' };
        }
      }
    };
    await answer();
    for (const step of ['EHLO simulators', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
      socket.write(`${step}\r\n`);
      const said = await answer();
      if (said.code >= 400) {
        return said;
      }
    }
    socket.write(`${mail.replace(/^\./gm, '..')}\r\n.\r\n`);
    const said = await answer();
    socket.write('QUIT\r\n');
    return said;
  } finally {
    socket.end();
  }
}

import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const TIMEOUT_MS = 5000;

/** The last reply of a server. */
export interface SmtpReply {
  code: number;
  text: string;
}

/**
 * Sends one mail to a server of this machine, without TLS (RFC 5321).
 *
 * @param mail  lines end with CRLF
 * @returns the first error reply, or the reply to the mail
 */
export async function sendMail(port: number, from: string, to: string, mail: string): Promise<SmtpReply> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('No answer')));
  try {
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
    const answer = async (): Promise<SmtpReply> => {
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
      const reply = await answer();
      if (reply.code >= 400) {
        return reply;
      }
    }
    socket.write(`${mail.replace(/^\./gm, '..')}\r\n.\r\n`);
    const finalReply = await answer();
    socket.write('QUIT\r\n');
    return finalReply;
  } finally {
    socket.end();
  }
}

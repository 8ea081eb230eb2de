import { createTransport } from 'nodemailer';
import { Pool } from 'undici';
import { BENCH_MESSAGE } from './bench-message.js';

interface Address {
  host: string;
  port: number;
}

/** Addresses of the simulators, and the authority of their certificates. */
export interface Endpoints {
  ca: string;
  apns: Address;
  fcm: Address;
  webpush: Address;
  smtp: Address;
  sms: Address;
}

export type SendOne = (index: number) => Promise<void>;

export interface BareChannel {
  send: SendOne;
  close(): void;
}

const ACCOUNT = 'AC00000000000000000000000000000000';

/** nodemailer's own pool of five connections, over STARTTLS; the headers of one-click unsubscription as the product has them. */
export function openSmtp({ ca, smtp }: Endpoints): BareChannel {
  const transport = createTransport({
    pool: true,
    host: smtp.host,
    port: smtp.port,
    requireTLS: true,
    tls: { ca },
    maxConnections: 5,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const send: SendOne = async (index) => {
    await transport.sendMail({
      messageId: `<00000000-0000-4000-8000-${String(index).padStart(12, '0')}@example.com>`,
      from: 'bare@example.com',
      to: `bare${index}@example.com`,
      subject: BENCH_MESSAGE.title,
      html: BENCH_MESSAGE.text,
      text: BENCH_MESSAGE.text,
      headers: {
        'List-Unsubscribe': `<https://bare.example.com/u/${String(index).padStart(80, 'a')}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
  };
  return { send, close: () => transport.close() };
}

/** Twilio's request to create a message, over undici. */
export function openSms({ ca, sms }: Endpoints): BareChannel {
  const pool = new Pool(`https://${sms.host}:${sms.port}`, { connections: 50, connect: { ca } });
  const headers = {
    authorization: `Basic ${Buffer.from(`${ACCOUNT}:bare`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const send: SendOne = async (index) => {
    const answer = await pool.request({
      method: 'POST',
      path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
      headers,
      body: new URLSearchParams({
        To: `+4917${10_000_000 + index}`,
        From: '+15005550006',
        Body: BENCH_MESSAGE.text,
      }).toString(),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 201) {
      throw new Error(`The simulator answered ${answer.statusCode}: ${text}`);
    }
    JSON.parse(text);
  };
  return { send, close: () => void pool.close() };
}

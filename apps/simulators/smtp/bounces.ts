import { randomUUID } from 'node:crypto';
import { toJsonObject } from '#platform/collections';
import { BadRequest } from '../server/control-input.js';
import type { Delivery, DeliveryLog } from '../server/delivery-log.js';
import { sendMail } from './smtp-client.js';

const KINDS = ['failed', 'delayed', 'complaint'] as const;
type Kind = (typeof KINDS)[number];

/** The input of `POST /bounces`. */
interface Bounce {
  /** The recipient of the mail. */
  address: string;
  /** Port of the server for returned mail, on this machine. */
  port: number;
  kind: Kind;
  /** Enhanced status code (RFC 3463). */
  status: string;
}

/**
 * Returns an accepted mail to its envelope sender: as a delivery report in the form of Postfix, or as the complaint of a
 * feedback loop. It uses the newest mail to the address.
 *
 * @returns the reply of the listener
 * @throws BadRequest
 */
export async function sendBounce(log: DeliveryLog, input: unknown): Promise<{ code: number; text: string }> {
  const { address, ...bounce } = readBounce(input);
  return returnMail(await log.newest('smtp', address), bounce);
}

/**
 * Returns one accepted mail to its envelope sender.
 *
 * @throws BadRequest for a mail without an envelope sender
 */
export async function returnMail(
  delivery: Delivery | undefined,
  {
    port,
    kind,
    status = kind === 'delayed' ? '4.4.1' : '5.1.1',
  }: Omit<Bounce, 'address' | 'status'> & { status?: string },
): Promise<{ code: number; text: string }> {
  const { envelope } = toJsonObject(delivery?.payload);
  const { from } = toJsonObject(envelope);
  if (delivery === undefined || typeof from !== 'string' || from === '') {
    throw new BadRequest(['address should be one that a mail with an envelope sender was taken for']);
  }
  const address = delivery.token;
  const report = { address, status, kind, returnPath: from };
  const mail = kind === 'complaint' ? complaint(report) : statusReport(report);
  return sendMail(port, kind === 'complaint' ? 'feedback@receiver.example' : '', from, mail);
}

function readBounce(input: unknown): Bounce {
  const { address, port, kind = 'failed', status = kind === 'delayed' ? '4.4.1' : '5.1.1' } = toJsonObject(input);
  const bounceKind = KINDS.find((candidate) => candidate === kind);
  const faults = [
    ...(typeof address === 'string' ? [] : ['address is required']),
    ...(typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
      ? []
      : ['port must be one of this machine']),
    ...(bounceKind === undefined ? [`kind must be one of ${KINDS.join(', ')}`] : []),
    ...(typeof status === 'string' && /^[245]\.\d{1,3}\.\d{1,3}$/.test(status)
      ? []
      : ['status must be an enhanced status code such as 5.1.1']),
  ];
  if (
    faults.length > 0 ||
    typeof address !== 'string' ||
    typeof port !== 'number' ||
    typeof status !== 'string' ||
    bounceKind === undefined
  ) {
    throw new BadRequest(faults);
  }
  return { address, port, kind: bounceKind, status };
}

interface Report {
  address: string;
  status: string;
  kind: Kind;
  returnPath: string;
}

function statusReport({ address, status, kind, returnPath }: Report): string {
  const boundary = `4Q0F1S6gRBz3b.${Math.floor(Date.now() / 1000)}/simulators`;
  const reply = `${status.startsWith('4') ? '450' : '550'} ${status} Said by the simulator`;
  return [
    'From: MAILER-DAEMON@simulators.example (Mail Delivery System)',
    `To: ${returnPath}`,
    `Subject: ${kind === 'delayed' ? 'Delayed Mail (still being retried)' : 'Undelivered Mail Returned to Sender'}`,
    `Message-ID: <${randomUUID()}@simulators.example>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `This is the mail system at host simulators.example. ${reply}`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; simulators.example',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Original-Recipient: rfc822;${address}`,
    `Action: ${kind}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${reply}`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    `Return-Path: <${returnPath}>`,
    '',
    `--${boundary}--`,
  ].join('\r\n');
}

function complaint({ address, returnPath }: Report): string {
  const boundary = `part1_${randomUUID()}`;
  return [
    'From: <feedback@receiver.example>',
    `To: ${returnPath}`,
    'Subject: FW: a mail that was reported',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=feedback-report; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is an email abuse report.',
    '',
    `--${boundary}`,
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Simulators/1.0',
    'Version: 1',
    `Original-Mail-From: <${returnPath}>`,
    `Original-Rcpt-To: <${address}>`,
    '',
    `--${boundary}`,
    'Content-Type: message/rfc822',
    '',
    `Return-Path: <${returnPath}>`,
    '',
    `--${boundary}--`,
  ].join('\r\n');
}

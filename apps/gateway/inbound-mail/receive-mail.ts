import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { readBounceReport, readUnknownComplaint, type BounceReport } from '#libs/channels';
import type { MessageRef } from '#libs/delivery';
import type { ReturnedMessage } from '#libs/delivery/engagement';

const MAX_REPORT_BYTES = 256 * 1024;
/** Feedback loops are registered with one address for all messages. */
const COMPLAINTS = /^complaints@/i;

/** Services that read and handle a mail. */
export interface InboundMailReading {
  /** Reads a return path; null for an unknown address. */
  readReturnPath: (address: string) => ReturnedMessage | null;
  /** Finds the messages that a text names by something that this installation signed. */
  findMessages: (text: string) => ReturnedMessage[];
  /** Reads an unsubscribe address; null for an unknown address. */
  readUnsubscribe: (address: string) => MessageRef | null;
  /** Opts a recipient out. When it throws, the sender tries again later. */
  unsubscribe: (message: MessageRef) => Promise<void>;
  /** Handles a report. When it throws, the sender tries again later. */
  takeReport: (message: ReturnedMessage, report: BounceReport) => Promise<void>;
}

/** A reply `<code> <text>`. The connection stays open. */
export class SmtpReply extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** Tests if feedback loops send complaints to an address. */
export function isFeedbackAddress(address: string): boolean {
  return COMPLAINTS.test(address);
}

/** @returns the outcome @throws SmtpReply for a refused mail, and errors of `takeReport` */
export async function receiveMail(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  reading: InboundMailReading,
): Promise<string> {
  const raw = await readHead(stream);
  if (stream.sizeExceeded) {
    throw new SmtpReply(552, '5.3.4 Too large');
  }
  const recipients = envelope.rcptTo.map(({ address }) => address);
  const hasNoSender = envelope.mailFrom === false || envelope.mailFrom.address === '';
  const unsubscriptions = hasNoSender ? [] : recipients.flatMap((address) => reading.readUnsubscribe(address) ?? []);
  for (const message of unsubscriptions) {
    await reading.unsubscribe(message);
  }
  if (unsubscriptions.length > 0) {
    return 'unsubscription';
  }
  const { report, named } = await readReport(raw, recipients.some(isFeedbackAddress), reading);
  if (report.kind !== 'complaint' && !hasNoSender) {
    throw new SmtpReply(550, '5.7.1 Only reports are taken here');
  }
  const messages = new Map<string, ReturnedMessage>();
  for (const message of [...recipients.flatMap((address) => reading.readReturnPath(address) ?? []), ...named]) {
    messages.set(message.messageId, message);
  }
  for (const message of messages.values()) {
    await reading.takeReport(message, report);
  }
  return messages.size === 0 ? `${report.kind} about no message of ours` : report.kind;
}

/** Reads a report, and the messages that a complaint names. A loop may report in any form, if it names one of ours. */
async function readReport(
  raw: Uint8Array,
  isFromLoop: boolean,
  { findMessages }: InboundMailReading,
): Promise<{ report: BounceReport; named: ReturnedMessage[] }> {
  const report = await readBounceReport(raw);
  if (report.kind === 'complaint') {
    return { report, named: findMessages([...report.mailFrom, ...(report.traces ?? [])].join('\n')) };
  }
  if (report.kind === 'other' && isFromLoop) {
    const complaint = await readUnknownComplaint(raw);
    const named = findMessages((complaint.traces ?? []).join('\n'));
    if (named.length > 0) {
      return { report: complaint, named };
    }
  }
  return { report, named: [] };
}

/** Reads all and keeps the beginning, which has the report: memory does not grow with the mail. */
async function readHead(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < MAX_REPORT_BYTES) {
      chunks.push(chunk.subarray(0, MAX_REPORT_BYTES - size));
      size += chunk.length;
    }
  }
  return Buffer.concat(chunks);
}

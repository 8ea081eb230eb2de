import { malformed } from '#platform/errors';
import { joinPath, type Form } from '#platform/forms';

/** The senders of an account of text messages: numbers or names; the first is the default. */
export function readSenders(form: Form): string[] {
  const senders = form.texts('senders');
  if (senders === undefined || senders.length === 0) {
    throw malformed(`${joinPath(form.path, 'senders')} is required`);
  }
  return senders;
}

/** The sender that a message names, if the account has it; else the first one. */
export function findSender(senders: readonly string[], wanted: string | undefined): string | undefined {
  return wanted === undefined ? senders[0] : senders.find((sender) => sender === wanted);
}

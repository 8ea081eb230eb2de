import { readdirSync, readFileSync } from 'node:fs';

/** A returned mail as a system writes it. Absent `dead`: the text does not say whether the address exists. */
export interface ReportSample {
  name: string;
  system: string;
  recipient?: string;
  raw: string;
  expected: { kind: 'bounce' | 'temporary' | 'complaint' | 'none'; dead?: boolean };
}

/** The message that a sample is about. @property messageId  the Message-ID, without its brackets */
export interface SampledMessage {
  verp: string;
  recipient: string;
  messageId: string;
  unsubscribeUrl: string;
}

const FOLDER = new URL('../../data/corpora/', import.meta.url);

/** The samples of all files `reports*.jsonl`. */
export const REPORT_SAMPLES: readonly ReportSample[] = readdirSync(FOLDER)
  .filter((name) => /^reports.*\.jsonl$/.test(name))
  .flatMap((name) => readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as ReportSample);

/** The text of a sample about a message. */
export function fillSample({ raw }: ReportSample, message: SampledMessage): string {
  return raw
    .replaceAll('{{VERP}}', message.verp)
    .replaceAll('{{RECIPIENT}}', message.recipient)
    .replaceAll('{{MESSAGE_ID}}', message.messageId)
    .replaceAll('{{UNSUBSCRIBE_URL}}', message.unsubscribeUrl);
}

import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { SimulatedAccountsService } from '../simulators/simulated-accounts.service.js';
import { SimulatorClient } from '../simulators/simulator-client.js';
import { ReportPlacesService } from './report-places.service.js';

/** What a provider or a receiver may report: the first five of an e-mail, the others of a text message. */
export const REPORT_KINDS = [
  'bounced',
  'delayed',
  'complained',
  'opened',
  'clicked',
  'delivered',
  'undelivered',
  'answered',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
/** They come as mails. */
const RETURNED: readonly ReportKind[] = ['bounced', 'delayed', 'complained'];

/**
 * @property seq   of the delivery in the log of the simulators
 * @property text  of an answer to a text message
 */
export interface AskedReport {
  seq: number;
  kind: ReportKind;
  text?: string;
}

/** Reports about single deliveries, made by hand: they come back as those of real providers do, over the same ways. */
@Injectable()
export class SimulatedReportService {
  constructor(
    private readonly db: Database,
    private readonly accounts: SimulatedAccountsService,
    private readonly simulators: SimulatorClient,
    private readonly places: ReportPlacesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Has a simulator report something. The audit log has it before it leaves, without the text of an answer.
   *
   * @returns what the receiver of the report answered, such as `250 OK` or `204`
   * @throws AppError unknown_id for a delivery of another application, malformed for a kind that its channel does not have;
   *   wrong_state where the report has no place to go; unavailable
   */
  async send(origin: Origin, app: { id: number; name: string }, { seq, kind, text }: AskedReport): Promise<string> {
    const senders = (await this.accounts.list(app.id)).map(({ sender }) => sender);
    if (senders.length === 0) {
      throw new AppError('unknown_id', 'No account of this application is simulated');
    }
    const { mailPort } = this.places;
    if (RETURNED.includes(kind) && mailPort === null) {
      throw new AppError('wrong_state', 'This gateway takes no returned mail: set INBOUND_MAIL_PORT');
    }
    const difference = { change: 'add', subject: 'report', to: kind } as const;
    const entry = { action: 'simulators.report', subject: `simulated delivery ${seq}`, differences: [difference] };
    await this.db.tx((tx) => this.audit.append(tx, app.id, origin, [entry]));
    const { found, answer } = await this.simulators.post<{ found: boolean; answer: string | null }>('/reports', {
      seq,
      kind,
      senders,
      port: mailPort ?? 0,
      url: this.places.inboundSmsUrl(app.name) ?? '',
      text: text ?? '',
    });
    if (!found) {
      throw new AppError('unknown_id', 'The simulators have no such delivery any more');
    }
    if (answer === null) {
      throw new AppError(
        'wrong_state',
        'This message has nothing that leads back: no link, picture or callback to this machine',
      );
    }
    return answer;
  }
}

import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { SimulatedAccountsService } from '../simulators/simulated-accounts.service.js';
import { SimulatorClient } from '../simulators/simulator-client.js';
import { ReportPlacesService } from './report-places.service.js';

/** The reports of a provider or a receiver. Each delivery of the simulators shows which of them it can have. */
export const REPORT_KINDS = [
  'bounced',
  'delayed',
  'complained',
  'opened',
  'clicked',
  'delivered',
  'read',
  'undelivered',
  'removed',
  'answered',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
/** A relay reports them by mails. */
const RETURNED: readonly ReportKind[] = ['bounced', 'delayed', 'complained'];

/**
 * @property seq   of the delivery in the log of the simulators
 * @property text  of an answer
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
    const difference = { change: 'add', subject: 'report', to: kind } as const;
    const entry = { action: 'simulators.report', subject: `simulated delivery ${seq}`, differences: [difference] };
    await this.db.tx((tx) => this.audit.append(tx, app.id, origin, [entry]));
    const request = {
      seq,
      kind,
      senders,
      port: this.places.mailPort ?? 0,
      url: this.places.inboundSmsUrl(app.name) ?? '',
      text: text ?? '',
    };
    const first = await this.ask(request);
    // Simulators forget at a restart where an account has its reports brought.
    const { answer } =
      first.answer === null && (await this.subscribe(app, first.sender)) ? await this.ask(request) : first;
    if (answer === null) {
      throw new AppError(
        'wrong_state',
        RETURNED.includes(kind) && this.places.mailPort === null
          ? 'This gateway takes no returned mail: set INBOUND_MAIL_PORT'
          : 'This message has nothing that leads back: no link, picture or callback to this machine',
      );
    }
    return answer;
  }

  private async ask(request: object): Promise<{ sender: string; answer: string | null }> {
    const told = await this.simulators.post<Told>('/reports', request);
    if (!told.found) {
      throw new AppError('unknown_id', 'The simulators have no such delivery any more');
    }
    return told;
  }

  /** Does what the owner of an account does in the console of its provider. @returns whether there was something to do */
  private async subscribe(app: { id: number; name: string }, sender: string): Promise<boolean> {
    const url = this.places.accountUrl(app.name);
    const subscription = url === undefined ? undefined : await this.accounts.findSubscription(app.id, sender, url);
    if (subscription === undefined) {
      return false;
    }
    await this.simulators.post(...subscription);
    return true;
  }
}

/** The answer of the simulators to a report. @property answer  null: it had no place to go */
type Told = { found: false } | { found: true; sender: string; answer: string | null };

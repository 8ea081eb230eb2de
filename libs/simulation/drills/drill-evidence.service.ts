import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  SendLedgerRepository,
  type LedgerDispatch,
  type LedgerOrder,
  type LedgerRecord,
  type LedgerWait,
} from '#libs/delivery/ledger-check';
import { AppError } from '#platform/errors';
import { SimulatedAccountsService } from '../simulators/simulated-accounts.service.js';
import { SimulatorClient } from '../simulators/simulator-client.js';
import type { Drill, DrillPlan } from './drill.types.js';
import type { Arrival } from './judge-drill.js';

/** Faults end by themselves, in case no process is left to end them. */
const FAULT_SECONDS = 1200;
const PAGE = 10_000;
/** The code that a mail server answers in place of 503 (RFC 3463, 4.7.1). */
const MAIL_TRY_LATER = 451;

interface ArrivalPage {
  arrivals: Arrival[];
  next: number;
  first: number;
  newest: number;
  log: string;
}

/** The two sides of a drill: faults and the log of the simulators, and the ledger. */
@Injectable()
export class DrillEvidenceService {
  constructor(
    private readonly accounts: SimulatedAccountsService,
    private readonly simulators: SimulatorClient,
    private readonly ledger: SendLedgerRepository,
  ) {}

  /**
   * Sets the faults of a drill, for the accounts of its application alone.
   *
   * @returns where the log stands
   * @throws AppError unavailable
   */
  async setFaults(drill: Drill): Promise<{ log: string; logAfter: number }> {
    const senders = await this.listSenders(drill.appId);
    if (senders.length === 0) {
      throw new AppError('wrong_state', 'No account of this application is simulated any more');
    }
    const rules = senders.flatMap((sender) => rulesOf(sender, drill.plan));
    await this.simulators.put('/faults', { ...nameOf(drill), seed: drill.drillId, rules, seconds: FAULT_SECONDS });
    const { log, newest } = await this.readPage(senders, 0, 1);
    return { log: nameLog(log, senders), logAfter: newest };
  }

  async endFaults(drill: Drill): Promise<void> {
    await this.simulators.put('/faults', { ...nameOf(drill), rules: [] });
  }

  /**
   * Lists messages that the simulators took since the start; undefined when it is another log by now or lacks the
   * beginning, and when the accounts are others: what the earlier ones sent is not found any more.
   */
  async listArrivals({ appId, log, logAfter }: Drill): Promise<Arrival[] | undefined> {
    const senders = await this.listSenders(appId);
    const arrivals: Arrival[] = [];
    for (let after = logAfter ?? 0; ;) {
      const page = await this.readPage(senders, after, PAGE);
      if (nameLog(page.log, senders) !== log || page.first > after + 1) {
        return undefined;
      }
      arrivals.push(...page.arrivals);
      if (page.next >= page.newest) {
        return arrivals;
      }
      after = page.next;
    }
  }

  /** @throws AppError wrong_state for a campaign that is only kept in sums by now */
  async getOrder(appId: number, key: number): Promise<LedgerOrder> {
    const order = await this.ledger.findOrder(appId, key);
    if (!order) {
      throw new AppError('wrong_state', 'The target of this campaign is not stored any more');
    }
    return order;
  }

  async findDispatch(appId: number, key: number): Promise<LedgerDispatch | undefined> {
    return this.ledger.findDispatch(appId, key);
  }

  async findWait(appId: number, key: number): Promise<LedgerWait | undefined> {
    return this.ledger.findWait(appId, key);
  }

  async readLedger(
    appId: number,
    dispatch: LedgerDispatch,
  ): Promise<{ records: LedgerRecord[]; doubts: Pick<LedgerRecord, 'channel' | 'recipientId'>[] }> {
    return { records: await this.ledger.listRecords(appId, dispatch), doubts: await this.ledger.listDoubts(dispatch) };
  }

  private async listSenders(appId: number): Promise<string[]> {
    return (await this.accounts.list(appId)).map(({ sender }) => sender);
  }

  private async readPage(senders: readonly string[], after: number, limit: number): Promise<ArrivalPage> {
    return this.simulators.readJson<ArrivalPage>('/arrivals', [
      ...senders.map((sender) => ['sender', sender] as const),
      ['after', String(after)],
      ['limit', String(limit)],
    ]);
  }
}

/** The log of the simulators, as these accounts wrote it. */
function nameLog(log: string, senders: readonly string[]): string {
  return `${log} ${hash('sha256', senders.toSorted().join(' '), 'hex').slice(0, 16)}`;
}

function nameOf({ drillId }: Drill): { name: string } {
  return { name: `drill-${drillId}` };
}

/** One attempt meets one fault at most, so the shares of later rules grow by the shares of earlier ones. */
function rulesOf(account: string, { unavailable, reset, timeout }: DrillPlan): object[] {
  const cut = account.indexOf(':');
  const [provider, sender] = [account.slice(0, cut), account.slice(cut + 1)];
  const status = provider === 'smtp' ? MAIL_TRY_LATER : 503;
  const faults = [
    { share: unavailable, status },
    { share: reset / 2, fault: 'reset', when: 'before' },
    { share: reset / 2, fault: 'reset', when: 'after' },
    { share: timeout, fault: 'hang', when: 'after' },
  ];
  let left = 1;
  return faults.flatMap(({ share, ...fault }) => {
    const ownShare = Math.min(1, share / left);
    left = Math.max(Number.EPSILON, left - share);
    return share > 0 ? [{ provider, sender, share: ownShare, ...fault }] : [];
  });
}

import { EventDefinitionService, PersonEventsService } from '#libs/events';
import type { TestGateway } from '../contract/gateway.js';

/** An event of a user, by the name and attributes of its definition. */
export interface FiredEvent {
  uid: number;
  name: string;
  [attribute: string]: string | number;
}

/** A transaction with events that is open while later ones commit. */
export class OpenTransaction {
  private constructor(
    readonly events: readonly FiredEvent[],
    private readonly end: () => void,
    private readonly ended: Promise<void>,
  ) {}

  /** Stores events, and returns before they are committed. */
  static async begin({ app, appId, fresh }: TestGateway, events: readonly FiredEvent[]): Promise<OpenTransaction> {
    const names = events.map(({ name }) => name);
    const catalogue = await app.get(EventDefinitionService).getCatalogueFor(appId, names);
    const rows = events.map(({ uid, name, ...attrs }) => ({
      uid,
      eventId: catalogue.find(name)?.eventId ?? Number.NaN,
      attrs,
    }));
    let end = (): void => undefined;
    const asked = new Promise<void>((resolve) => (end = resolve));
    let ended = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      ended = fresh.db.tx(async (tx) => {
        await tx.affected('SET LOCAL idle_in_transaction_session_timeout = 0');
        await app.get(PersonEventsService).addInternal(tx, appId, rows);
        resolve();
        await asked;
      });
      ended.catch(reject);
    });
    return new OpenTransaction(events, end, ended);
  }

  async commit(): Promise<void> {
    this.end();
    await this.ended;
  }
}

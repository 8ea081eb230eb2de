import { Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import { UserLookupService } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { malformed } from '#platform/errors';
import { bucketRanges } from '../bucket-ranges.js';
import { attributeOf, type Attributes } from '../resolve-target.js';
import type { HeldAttribute } from '../target.js';
import type { Events } from '../behaviour/resolve-behaviour.js';
import { expectedPurchases, fitBgNbd, probabilityAlive, type BgNbd } from './bg-nbd.js';
import { expectedValue, fitGammaGamma, type GammaGamma } from './gamma-gamma.js';
import type { CustomerHistory, ModelPrediction, Predicted, Prediction, PredictionModel } from './prediction.types.js';
import { PurchaseRepository, type PurchaseEvent } from './purchase.repository.js';
import { Scored } from './scored.js';

/** Customers that a model is fitted to: more would cost the process seconds, and change the third digit. */
const MOST_FITTED = 5000;
/** With fewer the parameters say nothing. */
const LEAST_REPEATERS = 30;

/** Scores users, and finds those whom a PREDICT_SEGMENT means. */
@Injectable()
export class Predictor {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly purchases: PurchaseRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * @param alive  is called after each range of users; false ends the search
   * @returns undefined when it ended so
   * @throws AppError malformed when the event or attribute is gone, or fewer than 30 customers bought twice
   */
  async find(appId: number, prediction: Prediction, alive: () => Promise<boolean>): Promise<Predicted | undefined> {
    const scored = new Scored();
    const model =
      'attribute' in prediction
        ? await this.readScores(appId, prediction.attribute, scored, alive)
        : await this.calculate(appId, prediction, scored, alive);
    if (!model) {
      return undefined;
    }
    const { uids, least } = scored.take(prediction);
    return { uids, model: { fittedAt: this.clock.now().toISOString(), customers: scored.size, least, ...model } };
  }

  /** A customer's score by the model of a version; undefined for who never bought. */
  async scoreOf(
    appId: number,
    uid: number,
    prediction: ModelPrediction,
    model: PredictionModel,
  ): Promise<{ score: number; history: CustomerHistory } | undefined> {
    const event = await this.eventOf(appId, prediction);
    const [history] = await this.purchases.findHistories(appId, event, { uid }, model.fittedAt.slice(0, 10));
    return history && model.bgNbd
      ? { score: scoreBy(prediction, model.bgNbd, model.gammaGamma, history), history }
      : undefined;
  }

  private async readScores(
    appId: number,
    code: string,
    scored: Scored,
    alive: () => Promise<boolean>,
  ): Promise<Partial<PredictionModel> | undefined> {
    const attribute = scoreAttribute(code, await this.users.getAttributesByCode(appId, [code]));
    for (const range of bucketRanges(await this.users.countAllocatedUids(appId))) {
      for (const { uid, score } of await this.purchases.findScores(appId, attribute, range)) {
        scored.add(uid, score);
      }
      if (!(await alive())) {
        return undefined;
      }
    }
    return {};
  }

  private async calculate(
    appId: number,
    prediction: ModelPrediction,
    scored: Scored,
    alive: () => Promise<boolean>,
  ): Promise<Partial<PredictionModel> | undefined> {
    const event = await this.eventOf(appId, prediction);
    const today = this.clock.now().toISOString().slice(0, 10);
    const ranges = bucketRanges(await this.users.countAllocatedUids(appId));
    const sample = new Sample();
    for (const range of ranges) {
      sample.add(await this.purchases.findHistories(appId, event, range, today));
      if (!(await alive())) {
        return undefined;
      }
    }
    const { bgNbd, gammaGamma } = sample.fit(prediction.score === 'value');
    for (const range of ranges) {
      for (const history of await this.purchases.findHistories(appId, event, range, today)) {
        scored.add(history.uid, scoreBy(prediction, bgNbd, gammaGamma, history));
      }
      if (!(await alive())) {
        return undefined;
      }
    }
    return { bgNbd, ...(gammaGamma && { gammaGamma }) };
  }

  private async eventOf(appId: number, prediction: ModelPrediction): Promise<PurchaseEvent> {
    return purchaseEvent(prediction, await this.events.getCatalogueFor(appId, [prediction.event]));
  }
}

/** Checks what a prediction names. @throws AppError malformed */
export function checkPrediction(prediction: Prediction, attributes: Attributes, events: Events): void {
  if ('attribute' in prediction) {
    scoreAttribute(prediction.attribute, attributes);
  } else {
    purchaseEvent(prediction, events);
  }
}

function scoreAttribute(code: string, attributes: Attributes): HeldAttribute {
  const { attrId, removing, dataType, array } = attributeOf(code, attributes);
  if (!['INT', 'LONG', 'DOUBLE'].includes(dataType) || array) {
    throw malformed(`Profile attribute '${code}' is no number and cannot be a score`);
  }
  return { attrId, ...(removing && { removing }) };
}

function purchaseEvent({ event: name, value, score }: ModelPrediction, events: Events): PurchaseEvent {
  const event = events.find(name);
  if (!event) {
    throw malformed(`Event '${name.slice(0, 80)}' is not defined`);
  }
  const attribute = event.attributeByKey.get(value);
  if (score === 'value' && !attribute) {
    throw malformed(`Event '${event.code}' has no attribute '${value.slice(0, 80)}'`);
  }
  return { eventId: event.eventId, value: attribute?.code ?? value };
}

function scoreBy(
  { score, horizonDays }: ModelPrediction,
  bgNbd: BgNbd,
  gammaGamma: GammaGamma | undefined,
  history: CustomerHistory,
): number {
  if (score === 'churn') {
    return 1 - probabilityAlive(bgNbd, history);
  }
  const purchases = expectedPurchases(bgNbd, history, horizonDays);
  const { x, mean } = history;
  const known = mean !== null && mean > 0 ? { x, mean } : { x: 0, mean: 0 };
  return score === 'value' && gammaGamma ? purchases * expectedValue(gammaGamma, known) : purchases;
}

/** Every n-th customer, n doubling when there are too many: the same customers always give the same sample. */
class Sample {
  private histories: CustomerHistory[] = [];
  private step = 1;
  private seen = 0;

  add(histories: readonly CustomerHistory[]): void {
    for (const history of histories) {
      if (this.seen++ % this.step === 0) {
        this.histories.push(history);
      }
      if (this.histories.length > MOST_FITTED) {
        this.histories = this.histories.filter((_, index) => index % 2 === 0);
        this.step *= 2;
      }
    }
  }

  /** @throws AppError malformed with too few repeat purchases */
  fit(withValue: boolean): { bgNbd: BgNbd; gammaGamma?: GammaGamma } {
    const repeaters = this.histories.filter(({ x }) => x > 0);
    const spendings = repeaters.flatMap(({ x, mean }) => (mean !== null && mean > 0 ? [{ x, mean }] : []));
    if (repeaters.length < LEAST_REPEATERS || (withValue && spendings.length < LEAST_REPEATERS)) {
      throw malformed(`A prediction needs ${LEAST_REPEATERS} customers who bought on two days or more`);
    }
    return { bgNbd: fitBgNbd(this.histories), ...(withValue && { gammaGamma: fitGammaGamma(spendings) }) };
  }
}

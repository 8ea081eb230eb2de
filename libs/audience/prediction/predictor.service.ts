import { Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import { UserLookupService } from '#libs/users/registry';
import { ClockService } from '#platform/runtime';
import { malformed } from '#platform/errors';
import { splitBuckets } from '../sql-engine/ranges.js';
import { requireAttribute, type Attributes } from '../targets/resolve-target.js';
import { refuseSealed } from '../targets/conditions/sealed-values.js';
import type { AttributeRef } from '../targets/target.js';
import type { EventCatalogue } from '../targets/resolve-behaviour.js';
import { expectedPurchases, probabilityAlive, type BgNbd } from './bg-nbd.js';
import { expectedValue, type GammaGamma } from './gamma-gamma.js';
import type {
  CustomerHistory,
  ModelPrediction,
  PredictionResult,
  Prediction,
  PredictionModel,
} from './prediction.types.js';
import { PurchaseRepository, type PurchaseEvent } from './purchase.repository.js';
import { UserScores } from './user-scores.js';
import { Sample } from './sample.js';

/** Scores users and selects those of a PREDICT_SEGMENT. */
@Injectable()
export class PredictorService {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly purchases: PurchaseRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * @param keepAlive  called after each range of users; false ends the search
   * @returns undefined when `keepAlive` ended it
   * @throws AppError malformed when the event or attribute is gone, or fewer than 30 customers bought twice
   */
  async predict(
    appId: number,
    prediction: Prediction,
    keepAlive: () => Promise<boolean>,
  ): Promise<PredictionResult | undefined> {
    const userScores = new UserScores();
    const model =
      'attribute' in prediction
        ? await this.readUploadedScores(appId, prediction.attribute, userScores, keepAlive)
        : await this.calculateScores(appId, prediction, userScores, keepAlive);
    if (!model) {
      return undefined;
    }
    const { uids, least } = userScores.select(prediction);
    return { uids, model: { fittedAt: this.clock.now().toISOString(), customers: userScores.size, least, ...model } };
  }

  /** A customer's score by the model of a version; undefined without purchases. */
  async findScore(
    appId: number,
    uid: number,
    prediction: ModelPrediction,
    model: PredictionModel,
  ): Promise<{ score: number; history: CustomerHistory } | undefined> {
    const event = await this.findPurchaseEvent(appId, prediction);
    const [history] = await this.purchases.findHistories(appId, event, { uid }, model.fittedAt.slice(0, 10));
    return history && model.bgNbd
      ? { score: calculateScore(prediction, model.bgNbd, model.gammaGamma, history), history }
      : undefined;
  }

  private async readUploadedScores(
    appId: number,
    code: string,
    userScores: UserScores,
    keepAlive: () => Promise<boolean>,
  ): Promise<Partial<PredictionModel> | undefined> {
    const attribute = requireScoreAttribute(code, await this.users.getAttributesByCode(appId, [code]));
    for (const range of splitBuckets(await this.users.countAllocatedUids(appId))) {
      for (const { uid, score } of await this.purchases.findScores(appId, attribute, range)) {
        userScores.add(uid, score);
      }
      if (!(await keepAlive())) {
        return undefined;
      }
    }
    return {};
  }

  private async calculateScores(
    appId: number,
    prediction: ModelPrediction,
    userScores: UserScores,
    keepAlive: () => Promise<boolean>,
  ): Promise<Partial<PredictionModel> | undefined> {
    const event = await this.findPurchaseEvent(appId, prediction);
    const today = this.clock.now().toISOString().slice(0, 10);
    const ranges = splitBuckets(await this.users.countAllocatedUids(appId));
    const sample = new Sample();
    for (const range of ranges) {
      sample.add(await this.purchases.findHistories(appId, event, range, today));
      if (!(await keepAlive())) {
        return undefined;
      }
    }
    const { bgNbd, gammaGamma } = sample.fit(prediction.score === 'value');
    for (const range of ranges) {
      for (const history of await this.purchases.findHistories(appId, event, range, today)) {
        userScores.add(history.uid, calculateScore(prediction, bgNbd, gammaGamma, history));
      }
      if (!(await keepAlive())) {
        return undefined;
      }
    }
    return { bgNbd, ...(gammaGamma && { gammaGamma }) };
  }

  private async findPurchaseEvent(appId: number, prediction: ModelPrediction): Promise<PurchaseEvent> {
    return requirePurchaseEvent(prediction, await this.events.getCatalogueFor(appId, [prediction.event]));
  }
}

/**
 * Checks the names in a prediction.
 *
 * @throws AppError malformed
 */
export function checkPrediction(prediction: Prediction, attributes: Attributes, events: EventCatalogue): void {
  if ('attribute' in prediction) {
    requireScoreAttribute(prediction.attribute, attributes);
  } else {
    requirePurchaseEvent(prediction, events);
  }
}

function requireScoreAttribute(code: string, attributes: Attributes): AttributeRef {
  const definition = requireAttribute(code, attributes);
  const { attrId, removing, dataType, array } = definition;
  refuseSealed(definition, 'compared as scores');
  if (!['INT', 'LONG', 'DOUBLE'].includes(dataType) || array) {
    throw malformed(`Profile attribute '${code}' is no number and cannot be a score`);
  }
  return { attrId, ...(removing && { removing }) };
}

function requirePurchaseEvent({ event: name, value, score }: ModelPrediction, events: EventCatalogue): PurchaseEvent {
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

function calculateScore(
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
  const spending = mean !== null && mean > 0 ? { x, mean } : { x: 0, mean: 0 };
  return score === 'value' && gammaGamma ? purchases * expectedValue(gammaGamma, spending) : purchases;
}

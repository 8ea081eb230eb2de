import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import type { DispatchOptions } from '#libs/delivery';
import { type NamedDefinition, NotificationDefinitionService } from '#libs/notifications';
import type { JourneyVersion } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { listMessages, listSteps } from '../model/program.js';
import { ApprovedTextService } from '../texts/approved-text.service.js';
import type { SentTexts } from '../texts/sent-texts.js';
import { SendableContentsService, type StepContents } from './sendable-contents.service.js';

/** A message of a step: of its definition, or of one of its contents. */
export interface SendablePart {
  notificationKey: number;
  message: Message;
  options: Pick<DispatchOptions, 'reach' | 'categoryIds'>;
}

/** Reads the messages that steps send: present ones, or those that were approved. */
@Injectable()
export class SendableTextsService {
  constructor(
    private readonly messages: NotificationDefinitionService,
    private readonly contents: SendableContentsService,
    private readonly approved: ApprovedTextService,
  ) {}

  /** @returns by version and step, apart by a blank; without parts: its message is not there, or another one than was approved */
  async find(
    journey: Pick<Journey, 'appId' | 'journeyId' | 'name'>,
    versions: readonly JourneyVersion[],
  ): Promise<Map<string, SendablePart[]>> {
    const { appId, journeyId } = journey;
    const names = [...new Set(versions.flatMap(({ definition }) => listMessages(definition)))];
    const definitions = await this.messages.findSendable(appId, names);
    const contents = await this.contents.find(journey, versions);
    const approved = await this.approved.find(appId, journeyId, versions);
    const found = new Map<string, SendablePart[]>();
    for (const { version, definition } of versions) {
      const bound = approved?.get(version);
      for (const step of listSteps(definition.steps)) {
        if (step.kind === 'send') {
          const node = `${version} ${step.id}`;
          const parts =
            'message' in step
              ? toParts(definitions.get(step.message), bound && (bound.definitions[step.message] ?? null))
              : toContentParts(contents.get(node), bound && (bound.contents[step.id] ?? null));
          found.set(node, parts);
        }
      }
    }
    return found;
  }
}

/** @param bound  approved with the version; null: it was not there; undefined: present texts go out */
function toParts(
  present: NamedDefinition | undefined,
  bound: SentTexts['definitions'][string] | null | undefined,
): SendablePart[] {
  const sent =
    bound === undefined || present?.notificationKey === bound?.notificationKey ? (bound ?? present) : undefined;
  if (!present || !sent) {
    return [];
  }
  const { notificationKey, message, categoryIds } = sent;
  return [{ notificationKey, message, options: { ...(categoryIds && { categoryIds }) } }];
}

/** @param present  null: contents that refer to what is not there @param bound  as for definitions */
function toContentParts(
  present: StepContents | null | undefined,
  bound: SentTexts['contents'][string] | null | undefined,
): SendablePart[] {
  const sent = bound === undefined ? present : bound;
  if (!present || !sent) {
    return [];
  }
  const { notificationKey, messages } = present;
  return sent.messages.map(({ message, categoryIds }, index) => {
    // The title names the journey as it is called now.
    const { title } = messages[index]?.message ?? message;
    return {
      notificationKey,
      message: { ...message, ...(title !== undefined && { title }) },
      options: { reach: sent.reach, ...(categoryIds && { categoryIds }) },
    };
  });
}

import {
  BulkTargetDto,
  bulkTarget,
  CountTargetDto,
  countTarget,
  readSegmentTarget,
  SendTargetDto,
  sendTarget,
  type Target,
} from '#libs/audience';
import type { Message, SendPart } from '#libs/content';
import {
  BulkContentDto,
  bulkMessage,
  DefinitionDto,
  definitionMessage,
  SendMessageDto,
  sendPart,
} from '#libs/content/parse';
import { readDto, readField } from '#platform/validation';

export type TargetForm = 'bulk' | 'segment' | 'count' | 'send';

/** The message of a bulk send, whose fields stand beside each other. */
export function parseBulk(body: object): Message {
  return bulkMessage(readDto(BulkContentDto, body));
}

export function parseDefinition(body: object): Message {
  return definitionMessage(readDto(DefinitionDto, body));
}

export function parseSend(message: object): SendPart {
  return sendPart(readField(SendMessageDto, message, 'message'));
}

export function parseTarget(raw: unknown, form: TargetForm): Target {
  switch (form) {
    case 'bulk':
      return bulkTarget(readField(BulkTargetDto, raw, 'target'));
    case 'segment':
      return readSegmentTarget(raw);
    case 'count':
      return countTarget(readField(CountTargetDto, raw, 'target'));
    case 'send':
      return sendTarget(readField(SendTargetDto, raw, 'target'));
  }
}

import { useI18n } from '../../../i18n/i18n.js';
import { useEventText } from '../../../widgets/journeys/event-text.js';
import { useJourneyStepMessages } from '../../../widgets/journeys/messages.js';
import { fieldsOf, idOf, kindOf, listOf, textOf, type Fields, type WrittenStep } from '../model/written-journey.js';
import { useEditorMessages } from './messages.js';

/** Says in plain words what the parts of a journey do. */
export function useWrittenText() {
  const { f } = useI18n();
  const messages = useEditorMessages();
  const { ways, arm } = useJourneyStepMessages();
  const span = (text: unknown): string => {
    const [, number = '', unit = ''] = /^(\d+)([smhd])$/.exec(textOf(text)) ?? [];
    const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[unit];
    return seconds === undefined ? textOf(text) || '…' : f.span(Number(number) * seconds);
  };
  const eventText = useEventText();
  const named = (value: unknown): string => textOf(value) || '…';
  const resulting = ({ event, node }: Fields): string =>
    eventText(node === undefined ? named(event) : `${named(event)} (${named(node)})`);
  const awaited = (fields: Fields): string => {
    const any = listOf(fields['anyOf']).map((each) => {
      const { event, segment } = fieldsOf(each);
      return event === undefined
        ? named(fieldsOf(segment)['joined'] ?? fieldsOf(segment)['left'])
        : resulting(fieldsOf(each));
    });
    return any.length > 0 ? any.join(', ') : resulting(fields);
  };
  return {
    way: (way: string): string => ways[way] ?? arm(way),
    /** The id of a step, or its kind where it is no place. */
    title: (step: WrittenStep): string => (kindOf(step) === 'goto' ? '→' : idOf(step) || '…'),
    entry: ({ event, segment, date, audience }: Fields): string => {
      if (segment !== undefined) {
        const { joined, left } = fieldsOf(segment);
        return left === undefined ? messages.says.joined(named(joined)) : messages.says.left(named(left));
      }
      if (date !== undefined) {
        return messages.says.date(named(fieldsOf(date)['attribute']), named(fieldsOf(date)['at']));
      }
      if (audience !== undefined) {
        return messages.says.audience(named(fieldsOf(audience)['at']));
      }
      return event === undefined ? messages.says.api : messages.says.event(named(event));
    },
    step: (step: WrittenStep): string => {
      const kind = kindOf(step);
      const fields = fieldsOf(step[kind]);
      switch (kind) {
        case 'send': {
          const [first] = listOf(fields['contents']);
          const { title, text, subject } = fieldsOf(first);
          return messages.says.send(named(fields['message'] ?? title ?? subject ?? text));
        }
        case 'wait':
          return fields['until'] !== undefined
            ? messages.says.until(named(fieldsOf(fields['until'])['attribute']))
            : fields['at'] !== undefined
              ? messages.says.at(named(fields['at']))
              : messages.says.wait(span(fields['for']));
        case 'waitFor':
          return messages.says.waitFor(awaited(fields), span(fields['atMost']));
        case 'branch':
          return messages.says.branch;
        case 'split':
          return Object.entries(fieldsOf(fields['by']))
            .map(([arm, share]) => `${arm} ${textOf(share)}`.trim())
            .join(', ');
        case 'set':
          return messages.says.set(
            [...Object.keys(fieldsOf(fields['attributes'])), ...listOf(fields['addTags']).map(textOf)].join(', ') ||
              '…',
          );
        case 'webhook':
          return messages.says.webhook(named(fields['hook']));
        case 'batch':
          return messages.says.batch(span(fields['for']));
        case 'throttle':
          return messages.says.throttle(named(fields['most']), span(fields['per'] ?? '1m'));
        case 'goto':
          return messages.says.goTo(named(step['goto']));
        case 'exit':
          return messages.says.exit;
      }
    },
  };
}

import type { AudienceWords } from '../api/types.js';
import { MESSAGE_PLATFORMS, platformName } from '../widgets/platform-names.js';
import { Select } from '../kit/controls/select.js';
import { useI18n } from '../i18n/i18n.js';
import { ACTIONS, findEvent, PRODUCT_FIELDS } from './behaviour/behaviour.js';
import { withStored, type Options } from './behaviour/options.js';
import { TestRows } from './behaviour/test-rows.js';
import { useBehaviourMessages } from './behaviour/messages.js';
import { DEVICE_CODES, VISITS, type TargetLine } from './lines.js';
import { useTargetMessages } from './messages.js';
import { nameAttributes } from '../widgets/attribute-names.js';

interface SubjectProps {
  line: TargetLine;
  known: AudienceWords;
  onChange: (change: Partial<TargetLine>) => void;
}

/** Chooses the subject of a line by its kind: the attribute, event, action, visit or platform. */
export function Subject({ line: { kind, code, text }, known, onChange }: SubjectProps) {
  const messages = useTargetMessages();
  const behaviour = useBehaviourMessages();
  const { w } = useI18n();
  const select = (label: string, options: Options) => (
    <Select
      label={label}
      value={code}
      options={withStored(options, code)}
      onChange={(value) => onChange({ code: value })}
    />
  );
  switch (kind) {
    case 'attribute':
      return select(messages.attribute, nameAttributes(known.attributes));
    case 'device':
      return select(
        messages.deviceCode,
        DEVICE_CODES.map((id) => [id, messages.deviceCodes[id]] as const),
      );
    case 'product':
      return select(
        behaviour.action,
        ACTIONS.map((id) => [id, behaviour.actions[id]] as const),
      );
    case 'seen':
      return select(
        behaviour.visit,
        VISITS.map((id) => [id, behaviour.visits[id]] as const),
      );
    case 'reach':
      return select(
        messages.platform,
        MESSAGE_PLATFORMS.map((id) => [id, platformName(id, w)] as const),
      );
    case 'event':
      return (
        <Select
          label={behaviour.event}
          value={text}
          options={withStored(
            known.events.map((event) => [event.code, event.label ?? event.name] as const),
            text,
          )}
          onChange={(value) => onChange({ text: value, where: [] })}
        />
      );
    default:
      return null;
  }
}

/** Conditions on an event or a product. */
export function Tests({ place, line, known, onChange }: SubjectProps & { place: string }) {
  const { fields } = useBehaviourMessages();
  const { kind, text, where = [] } = line;
  const attributes: Options =
    kind === 'product'
      ? FIELDS.map((id) => [id, fields[id]] as const)
      : nameAttributes(findEvent(known.events, text)?.attributes ?? []);
  return (
    <TestRows place={place} where={where} attributes={attributes} onChange={(tests) => onChange({ where: tests })} />
  );
}

const FIELDS = Object.keys(PRODUCT_FIELDS) as (keyof typeof PRODUCT_FIELDS)[];

import type { AudienceWords, ClauseCount } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Select } from '../kit/controls/select.js';
import { Icon } from '../kit/layout/icon.js';
import { useI18n } from '../i18n/i18n.js';
import {
  addGroup,
  addLine,
  changePart,
  isGroup,
  MAX_LEVELS,
  MODES,
  removePart,
  roomOf,
  type TargetGroup,
  type TargetPart,
} from './groups.js';
import { LineRow } from './line-row.js';
import { isComplete } from './lines.js';
import css from './targets.module.css';
import { useTargetMessages } from './messages.js';

interface TargetLinesProps extends AudienceWords {
  /** Key of the application. */
  app: string;
  root: TargetGroup;
  /** Counts of the server, by the id of the line or group; undefined: it counts. */
  counts: ReadonlyMap<number, ClauseCount> | undefined;
  onChange: (root: TargetGroup) => void;
}

/** Describes an audience by lines and groups of them. `targetOf` makes the target of it. */
export function TargetLines(props: TargetLinesProps) {
  return <Group {...props} group={props.root} place="" />;
}

interface GroupProps extends TargetLinesProps {
  group: TargetGroup;
  /** The place as `2.1.`; empty for the outermost group. */
  place: string;
}

function Group(props: GroupProps) {
  const { app, root, group, place, counts, onChange, ...known } = props;
  const messages = useTargetMessages();
  const name = place.slice(0, -1);
  const isRoot = place === '';
  const level = place.split('.').length;
  const room = roomOf(root);
  return (
    <fieldset
      className={isRoot ? css['lines'] : css['group']}
      aria-label={isRoot ? messages.whole : messages.group(name)}
    >
      <div className={css['head']}>
        <Select
          label={messages.matching}
          value={group.mode}
          options={MODES.map((mode) => [mode, messages.modes[mode]] as const)}
          onChange={(value) => {
            const mode = MODES.find((candidate) => candidate === value) ?? 'all';
            onChange(changePart(root, group.id, { mode }));
          }}
        />
        {!isRoot && (
          <Button
            kind="quiet"
            className={css['remove']}
            label={messages.removeGroup(name)}
            onPress={() => onChange(removePart(root, group.id))}
          >
            <Icon name="close" />
          </Button>
        )}
        {!isRoot && <Counts part={group} counts={counts} />}
      </div>
      {group.parts.map((part, index) => {
        const inner = `${place}${index + 1}.`;
        return isGroup(part) ? (
          <Group key={part.id} {...props} group={part} place={inner} />
        ) : (
          <div key={part.id} className={css['row']}>
            <LineRow
              app={app}
              place={inner.slice(0, -1)}
              line={part}
              known={known}
              onChange={(change) => onChange(changePart(root, part.id, change))}
              onRemove={() => onChange(removePart(root, part.id))}
            />
            <Counts part={part} counts={counts} />
          </div>
        );
      })}
      <p className={css['add']}>
        <Button
          isDisabled={!room.line}
          {...(!isRoot && { label: messages.addTo(name) })}
          onPress={() => onChange(addLine(root, group.id, known.attributes))}
        >
          {messages.add}
        </Button>
        {level < MAX_LEVELS && (
          <Button
            kind="quiet"
            isDisabled={!room.group}
            {...(!isRoot && { label: messages.addGroupTo(name) })}
            onPress={() => onChange(addGroup(root, group.id, known.attributes))}
          >
            {messages.addGroup}
          </Button>
        )}
      </p>
    </fieldset>
  );
}

/** How many users a line or group has alone, and how many are left after it. */
function Counts({ part, counts }: { part: TargetPart; counts: TargetLinesProps['counts'] }) {
  const messages = useTargetMessages();
  const { f } = useI18n();
  const count = counts?.get(part.id);
  const countText = (users: number | null): string => (users === null ? '…' : f.number(users));
  if (!count) {
    const isEmpty = counts !== undefined && (isGroup(part) || !isComplete(part));
    return <p className={css['counts']}>{isEmpty ? messages.unfinished : messages.alone('…')}</p>;
  }
  return (
    <p className={css['counts']}>
      {messages.alone(countText(count.alone))}
      {count.remaining !== null && (
        <span
          className={count.remaining === 0 ? css['empty'] : ''}
        >{` · ${messages.remaining(countText(count.remaining))}`}</span>
      )}
    </p>
  );
}

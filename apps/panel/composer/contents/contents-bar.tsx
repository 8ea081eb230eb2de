import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Select } from '../../kit/controls/select.js';
import { Icon } from '../../kit/layout/icon.js';
import css from '../form/composer.module.css';
import {
  addContent,
  listAddable,
  moveOpen,
  openContent,
  removeOpen,
  type CampaignDraft,
  type ContentKind,
} from './campaign-draft.js';
import { ContentFaults } from './content-faults.js';
import { useContentMessages } from './messages.js';
import { useContentName } from './use-content-name.js';

const NONE = '';

interface ContentsBarProps {
  campaign: CampaignDraft;
  /** The draft after a pause of typing. */
  settled: CampaignDraft;
  /** Refusal of the member's last request for this very campaign; null: there is none. */
  refusal: Error | null;
  onChange: (campaign: CampaignDraft) => void;
}

/** The contents of a campaign in the order of reach: one is in sight, and is moved and removed by buttons. */
export function ContentsBar({ campaign, settled, refusal, onChange }: ContentsBarProps) {
  const messages = useContentMessages();
  const { contents } = campaign;
  const open = openContent(campaign);
  const nameOf = useContentName(campaign);
  const at = contents.indexOf(open);
  const isAlone = contents.length === 1;
  const addable = listAddable(campaign);
  return (
    <>
      <div className={css['actions']}>
        {!isAlone && (
          <Chips
            label={messages.contents}
            value={String(open.id)}
            options={contents.map(({ id }) => [String(id), nameOf(id)] as const)}
            onChange={(id) => onChange({ ...campaign, open: Number(id) })}
          />
        )}
        {addable.length > 0 && (
          <Select
            label={messages.add}
            isBare={!isAlone}
            value={NONE}
            options={[[NONE, messages.choose], ...addable.map((kind) => [kind, messages.kinds[kind]] as const)]}
            onChange={(kind) => kind !== NONE && onChange(addContent(campaign, kind as ContentKind))}
          />
        )}
        {!isAlone && (
          <span className={css['actions']}>
            <Button
              kind="quiet"
              label={messages.earlier(nameOf(open.id))}
              isDisabled={at === 0}
              onPress={() => onChange(moveOpen(campaign, -1))}
            >
              <Icon name="left" />
            </Button>
            <Button
              kind="quiet"
              label={messages.later(nameOf(open.id))}
              isDisabled={at === contents.length - 1}
              onPress={() => onChange(moveOpen(campaign, 1))}
            >
              <Icon name="right" />
            </Button>
            <Button kind="quiet" onPress={() => onChange(removeOpen(campaign))}>
              {messages.remove(nameOf(open.id))}
            </Button>
          </span>
        )}
      </div>
      {isAlone && <p className={css['quiet']}>{messages.addHelp}</p>}
      {settled.contents
        .filter(({ id }) => id !== open.id && contents.some((content) => content.id === id))
        .map((content) => (
          <ContentFaults
            key={content.id}
            campaign={settled}
            content={content}
            refusal={refusal}
            textOf={(problem) => messages.inContent(nameOf(content.id), problem)}
          />
        ))}
    </>
  );
}

import { useRef } from 'react';
import { Button } from '../kit/controls/button.js';
import { Select } from '../kit/controls/select.js';
import { Icon } from '../kit/layout/icon.js';
import { join } from '../kit/layout/join.js';
import css from './mails.module.css';
import { BLOCK_KINDS, newBlock, type BlockKind, type FormBlock } from './mail-form.js';
import { useMailMessages } from './messages.js';
import { useBlockDrag } from './use-block-drag.js';
import { BlockFields } from './block-fields.js';

const NONE = '';
const INNER_KINDS = BLOCK_KINDS.filter((kind) => kind !== 'columns' && kind !== 'footer');

interface BlockListProps {
  blocks: readonly FormBlock[];
  /** Counted from 1; undefined: the mail itself. */
  column?: number;
  onChange: (blocks: readonly FormBlock[]) => void;
}

/** Blocks below each other, each with its fields: added, moved and deleted by buttons, and moved by their headings. */
export function BlockList({ blocks, column, onChange }: BlockListProps) {
  const messages = useMailMessages();
  const list = useRef<HTMLOListElement>(null);
  const kinds = column === undefined ? BLOCK_KINDS : INNER_KINDS;
  const label = column === undefined ? messages.add : messages.addTo(column);
  const move = (at: number, to: number): void => {
    const moved = [...blocks];
    moved.splice(to, 0, ...moved.splice(at, 1));
    onChange(moved);
  };
  const drag = useBlockDrag(move);
  const remove = (at: number): void => {
    onChange(blocks.filter((_, index) => index !== at));
    // The focused block is removed: the focus moves to the list, and not to the beginning of the page.
    list.current?.focus();
  };
  return (
    <div className={css['rows']}>
      {blocks.length === 0 && column === undefined && <p className={css['quiet']}>{messages.noBlocks}</p>}
      <ol
        className={css['blocks']}
        ref={list}
        tabIndex={-1}
        aria-label={column === undefined ? messages.blocks : label}
      >
        {blocks.map((block, at) => {
          const name = messages.blockName(messages.kinds[block.kind], at + 1);
          return (
            <li key={block.id} className={join(css['block'], drag.over === at && css['over'])} {...drag.placeOf(at)}>
              <div className={css['head']}>
                <h3 {...drag.handleOf(at, name)}>{messages.kinds[block.kind]}</h3>
                <Button kind="quiet" label={messages.up(name)} isDisabled={at === 0} onPress={() => move(at, at - 1)}>
                  <Icon name="up" />
                </Button>
                <Button
                  kind="quiet"
                  label={messages.down(name)}
                  isDisabled={at === blocks.length - 1}
                  onPress={() => move(at, at + 1)}
                >
                  <Icon name="down" />
                </Button>
                <Button kind="quiet" label={messages.remove(name)} onPress={() => remove(at)}>
                  <Icon name="close" />
                </Button>
              </div>
              <BlockFields
                block={block}
                onChange={(fields) =>
                  onChange(blocks.map((other) => (other.id === block.id ? { ...other, ...fields } : other)))
                }
              />
              {block.columns.map((inner, index) => (
                <BlockList
                  // A column has no name but its place.
                  key={index}
                  blocks={inner}
                  column={index + 1}
                  onChange={(changed) =>
                    onChange(
                      blocks.map((other) =>
                        other.id === block.id
                          ? { ...other, columns: other.columns.map((old, n) => (n === index ? changed : old)) }
                          : other,
                      ),
                    )
                  }
                />
              ))}
            </li>
          );
        })}
      </ol>
      <Select
        label={label}
        value={NONE}
        options={[[NONE, messages.chooseBlock], ...kinds.map((kind) => [kind, messages.kinds[kind]] as const)]}
        onChange={(kind) =>
          kind !== NONE && onChange([...blocks, newBlock(kind as BlockKind, messages.unsubscribeDefault)])
        }
      />
    </div>
  );
}

import { useState } from 'react';
import { TextArea } from '../kit/controls/field.js';
import { targetOf, type TargetGroup } from '../targets/groups.js';
import type { KnownTypes } from '../targets/lines.js';
import { isForSends, withoutGroups } from '../targets/plain-target.js';
import { describeTarget } from '../targets/stored-target.js';
import { useAudienceMessages } from './messages.js';

interface TargetTextProps {
  root: TargetGroup;
  types: KnownTypes;
  onChange: (root: TargetGroup) => void;
}

/** Edits the target as sends and segments take it. Its text becomes lines as soon as lines can show it. */
export function TargetText({ root, types, onChange }: TargetTextProps) {
  const messages = useAudienceMessages();
  const [typed, setTyped] = useState<{ text: string; isShown: boolean; root: TargetGroup }>();
  // A change in the lines replaces the typed text.
  const own = typed?.root === root ? typed : undefined;
  const target = targetOf(root, types);
  const plain = withoutGroups(target);
  const type = (text: string): void => {
    const shown = describeTarget(parse(text));
    setTyped({ text, isShown: shown !== undefined, root: shown ?? root });
    if (shown) {
      onChange(shown);
    }
  };
  return (
    <TextArea
      label={messages.asTarget}
      rows={12}
      value={own?.text ?? JSON.stringify(plain ?? target, null, 2)}
      help={plain === undefined ? messages.groupsHelp : isForSends(plain) ? messages.targetHelp : messages.segmentsHelp}
      fault={own?.isShown === false ? messages.notShown : undefined}
      onChange={type}
    />
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

import { useState } from 'react';
import type { AudienceWords } from '../api/types.js';
import { TextArea } from '../kit/controls/field.js';
import { targetOf, type TargetGroup } from '../targets/groups.js';
import { withoutGroups } from '../targets/plain-target.js';
import { describeTarget } from '../targets/stored-target.js';
import { useAudienceWords } from './words.js';

interface TargetTextProps {
  root: TargetGroup;
  attributes: AudienceWords['attributes'];
  onChange: (root: TargetGroup) => void;
}

/** The target as sends and segments take it. What is typed there stands in the lines as soon as they can show it. */
export function TargetText({ root, attributes, onChange }: TargetTextProps) {
  const words = useAudienceWords();
  const [typed, setTyped] = useState<{ text: string; isShown: boolean; root: TargetGroup }>();
  // What is changed in the lines takes the place of what was typed.
  const own = typed?.root === root ? typed : undefined;
  const target = targetOf(root, attributes);
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
      label={words.asTarget}
      rows={12}
      value={own?.text ?? JSON.stringify(plain ?? target, null, 2)}
      help={plain ? words.targetHelp : words.groupsHelp}
      fault={own?.isShown === false ? words.notShown : undefined}
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

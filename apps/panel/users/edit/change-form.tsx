import { useState } from 'react';
import type { ConsentWay, PersonChanges, UserHead } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { Select } from '../../kit/controls/select.js';
import { useI18n } from '../../i18n/i18n.js';
import { attributeInput } from '../attribute-text.js';
import { idOfConsent, nameOfConsent } from '../consent-name.js';
import { changesOf, type Draft } from './draft.js';
import css from './edit.module.css';
import { useEditMessages } from './messages.js';

interface ChangeFormProps {
  user: UserHead;
  /** The refusal of the server. */
  fault: string | undefined;
  isPending: boolean;
  onClose: () => void;
  onReview: (changes: PersonChanges) => void;
}

const WAYS: readonly ConsentWay[] = ['PERSON', 'PHONE', 'LETTER', 'MAIL', 'FORM'];
const NOTHING: Draft = { consents: {}, values: {}, name: '', value: '', lostTags: [], newTags: '', way: 'PHONE' };

/** Edits a person: consent, tags and the visible attributes. */
export function ChangeForm({ user, fault, isPending, onClose, onReview }: ChangeFormProps) {
  const { w } = useI18n();
  const messages = useEditMessages();
  const [draft, setDraft] = useState(NOTHING);
  const put = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const open = user.attributes.filter(({ masked, value }) => !masked && typeof value !== 'object');
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onReview(changesOf(user, draft));
      }}
    >
      <fieldset className={css['group']}>
        <legend>{w.users.may}</legend>
        {user.consents.map((consent) => {
          const id = idOfConsent(consent);
          const name = nameOfConsent(consent, w.users.channels);
          return (
            <div key={id} className={css['line']}>
              <span>{name}</span>
              <Chips
                label={name}
                value={String(draft.consents[id] ?? consent.frequency ?? consent.value)}
                options={
                  consent.frequencies?.map((each) => [each, w.users.frequencies[each] ?? each] as const) ?? [
                    ['true', w.yes],
                    ['false', w.no],
                  ]
                }
                onChange={(choice) => put({ consents: { ...draft.consents, [id]: choice } })}
              />
            </div>
          );
        })}
        {Object.keys(draft.consents).length > 0 && (
          <Select
            label={messages.way}
            value={draft.way}
            options={WAYS.map((way) => [way, messages.ways[way] ?? way] as const)}
            onChange={(way) => put({ way: way as ConsentWay })}
          />
        )}
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{w.users.tags}</legend>
        {user.tags.map((tag) => (
          <div key={tag} className={css['line']}>
            <span>{tag}</span>
            <Chips
              label={tag}
              value={String(!draft.lostTags.includes(tag))}
              options={[
                ['true', messages.keep],
                ['false', messages.remove],
              ]}
              onChange={(choice) =>
                put({
                  lostTags: [...draft.lostTags.filter((lost) => lost !== tag), ...(choice === 'true' ? [] : [tag])],
                })
              }
            />
          </div>
        ))}
        <Field
          label={messages.newTags}
          value={draft.newTags}
          help={messages.newTagsHelp}
          onChange={(newTags) => put({ newTags })}
        />
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{w.users.attributes}</legend>
        {open.map(({ name, type, value }) => (
          <Field
            key={name}
            label={name}
            value={draft.values[name] ?? attributeInput(type, value)}
            onChange={(text) => put({ values: { ...draft.values, [name]: text } })}
          />
        ))}
        <div className={css['pair']}>
          <Field label={messages.newName} value={draft.name} onChange={(name) => put({ name })} />
          <Field label={messages.newValue} value={draft.value} onChange={(value) => put({ value })} />
        </div>
        <p className={css['help']}>{messages.valueHelp}</p>
      </fieldset>
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending}>
          {messages.review}
        </Button>
      </DialogActions>
    </form>
  );
}

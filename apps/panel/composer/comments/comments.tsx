import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addComment, commentsOf, removeComment, type DraftComment } from '../../api/compose/comments.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../kit/controls/button.js';
import { TextArea } from '../../kit/controls/field.js';
import { Fold } from '../../kit/layout/fold.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import form from '../form/composer.module.css';
import css from './comments.module.css';
import { useCommentMessages } from './messages.js';

/** Shows what members say to each other about a draft. */
export function Comments({ draft }: { draft: string }) {
  const { w } = useI18n();
  const messages = useCommentMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const options = commentsOf(app.key, draft);
  const { data } = useQuery(options);
  const items = data?.items ?? [];
  const add = useMutation({
    mutationFn: () => addComment(app.key, draft, text.trim()),
    onSuccess: (comments) => {
      setText('');
      client.setQueryData(options.queryKey, comments);
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => removeComment(app.key, draft, id),
    onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  const fault = add.error ?? remove.error;
  return (
    <Fold title={items.length === 0 ? messages.title : messages.titleOf(items.length)}>
      <div className={form['rows']}>
        <p className={form['quiet']}>{messages.help}</p>
        <ul className={css['list']}>
          {items.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              isPending={remove.isPending && remove.variables === comment.id}
              onRemove={() => remove.mutate(comment.id)}
            />
          ))}
        </ul>
        <TextArea
          label={messages.text}
          rows={2}
          value={text}
          onChange={setText}
          {...(fault !== null && {
            fault: refusalText(fault instanceof Refusal ? fault : undefined, w.state.offline, w.state.serverFault),
          })}
        />
        <p className={form['actions']}>
          <Button isDisabled={text.trim() === ''} isPending={add.isPending} onPress={() => add.mutate()}>
            {messages.add}
          </Button>
        </p>
      </div>
    </Fold>
  );
}

interface CommentProps {
  comment: DraftComment;
  isPending: boolean;
  onRemove: () => void;
}

function Comment({ comment: { by, isOwn, at, text }, isPending, onRemove }: CommentProps) {
  const { f } = useI18n();
  const messages = useCommentMessages();
  const name = by ?? messages.former;
  return (
    <li>
      <p className={css['by']}>
        <strong>{isOwn ? messages.you(name) : name}</strong>
        <span>{f.moment(at)}</span>
        {isOwn && (
          <Button kind="quiet" label={messages.removeOf(text.slice(0, 40))} isPending={isPending} onPress={onRemove}>
            {messages.remove}
          </Button>
        )}
      </p>
      <p className={css['text']}>{text}</p>
    </li>
  );
}

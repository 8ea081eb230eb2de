import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { draftToOpen, openDrafts, type StoredDraft } from '../../api/compose/drafts.js';
import type { SavedDraft } from '../../api/compose/compose.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { Link } from '../../kit/controls/link.js';
import { Empty } from '../../kit/states/notice.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useMe } from '../../session/session-gate.js';
import { recallCopy } from './copy.js';
import { DraftNotice, LaunchedCard } from './draft-notice.js';
import { formOf, type Form, type FormKind } from './form.js';
import { useDraft, type OpenedDraft } from './use-draft.js';
import { useDraftMessages } from './messages.js';

/** The other readers load a moment later. */
const Readers = lazy(() => import('../presence/readers.js').then(({ Readers: component }) => ({ default: component })));

const Comments = lazy(() =>
  import('../comments/comments.js').then(({ Comments: component }) => ({ default: component })),
);

/** Launches a draft as it is saved. */
export type LaunchSaved = <T>(send: (saved: SavedDraft) => Promise<T>) => Promise<T>;

/** Props of the editor of a draft. */
export interface DraftEditing<F extends Form> {
  draft: F;
  notice: ReactNode;
  /** The server has it. */
  isStored: boolean;
  /** Comments of members, on a draft of a campaign that the server has. */
  comments: ReactNode;
  launch: { isHeld: boolean; launchSaved: LaunchSaved; onMoved: () => void };
  onChange: (draft: F) => void;
  onDiscard: () => void;
  onLaunched: () => void;
  onAnother: () => void;
}

interface DraftPageProps<F extends Form> {
  kind: FormKind<F>;
  /** The id in the address. */
  draft: string | undefined;
  onDraft: (id: string | undefined) => void;
  children: (editing: DraftEditing<F>) => ReactNode;
}

/** The draft of the address, or one that is begun. It gets its address with its first save, and the page stays. */
export function DraftPage<F extends Form>({ kind, draft, onDraft, children }: DraftPageProps<F>) {
  const [page, setPage] = useState<{ draft: string | undefined; created: string | undefined; n: number }>({
    draft,
    created: undefined,
    n: 0,
  });
  if (draft !== page.draft) {
    const isOwn = draft !== undefined && draft === page.created;
    setPage({ ...page, draft, n: isOwn ? page.n : page.n + 1 });
  }
  const editing = {
    kind,
    onMade: (id: string) => {
      setPage((before) => ({ ...before, created: id }));
      onDraft(id);
    },
    onAnother: () => {
      setPage((before) => ({ draft: undefined, created: undefined, n: before.n + 1 }));
      onDraft(undefined);
    },
    children,
  };
  return <Begun key={page.n} address={draft} {...editing} />;
}

interface EditedProps<F extends Form> {
  kind: FormKind<F>;
  /** The draft that the address names now. */
  address: string | undefined;
  onMade: (id: string) => void;
  onAnother: () => void;
  children: (editing: DraftEditing<F>) => ReactNode;
}

/** Stays with the draft that it began with, whatever its address becomes. */
function Begun<F extends Form>(edited: EditedProps<F>) {
  const [id] = useState(edited.address);
  return id === undefined ? <Edited opened={undefined} {...edited} /> : <Stored id={id} {...edited} />;
}

function Stored<F extends Form>({ id, ...edited }: EditedProps<F> & { id: string }) {
  const { app } = useApplication();
  const query = useQuery(draftToOpen(app.key, id, edited.kind.place));
  const isMissing = query.error instanceof Refusal && query.error.status === 404 && !query.error.isUnserved;
  return isMissing ? (
    <Missing id={id} {...edited} />
  ) : (
    <Loaded query={query}>{(stored) => <Opened stored={stored} {...edited} />}</Loaded>
  );
}

/** The server has it no more, but perhaps this browser has what was typed. */
function Missing<F extends Form>({ id, ...edited }: EditedProps<F> & { id: string }) {
  const messages = useDraftMessages();
  const { app } = useApplication();
  const { member } = useMe();
  const [copy] = useState(() =>
    recallCopy(
      { app: app.key, member: member.id, of: edited.kind.place, subject: edited.kind.subject, id },
      edited.kind,
    ),
  );
  return copy ? (
    <Edited opened={{ id, stored: undefined, form: copy.form }} {...edited} />
  ) : (
    <Empty title={messages.missing} help={messages.missingHelp} />
  );
}

/** A draft of another build is refused with an explanation. */
function Opened<F extends Form>({ stored, ...edited }: EditedProps<F> & { stored: StoredDraft }) {
  const form = stored.launchedAs === null ? formOf(stored.body, edited.kind) : edited.kind.create();
  return form ? <Edited opened={{ id: stored.id, stored, form }} {...edited} /> : <Strange />;
}

function Strange() {
  const messages = useDraftMessages();
  const { app } = useApplication();
  return (
    <Empty
      title={messages.strange}
      help={messages.strangeHelp}
      action={<Link href={paths.composer(app.key)}>{messages.begin}</Link>}
    />
  );
}

function Edited<F extends Form>({
  kind,
  opened,
  address,
  onMade,
  onAnother,
  children,
}: EditedProps<F> & { opened: OpenedDraft<F> | undefined }) {
  const { app } = useApplication();
  const client = useQueryClient();
  const { saver, view } = useDraft(kind, opened, address, onMade);
  if (view.ended?.as === 'launched') {
    return <LaunchedCard saver={saver} view={view} />;
  }
  if (view.ended?.as === 'strange') {
    return <Strange />;
  }
  return children({
    draft: view.form,
    notice: (
      <>
        {view.id !== undefined && !view.ended && (
          <Suspense>
            <Readers key={view.id} draft={view.id} place={kind.place ?? 'drafts'} />
          </Suspense>
        )}
        <DraftNotice saver={saver} view={view} />
      </>
    ),
    isStored: view.id !== undefined,
    comments: view.id !== undefined && !view.ended && kind.place === undefined && (
      <Suspense>
        <Comments key={view.id} draft={view.id} />
      </Suspense>
    ),
    launch: {
      isHeld: view.theirs !== undefined || view.ended !== undefined,
      launchSaved: (send) => saver.launch(send),
      onMoved: () => void saver.look(),
    },
    onChange: (form) => saver.change(form),
    onDiscard: () => {
      if (view.id === undefined) {
        saver.end();
      }
      onAnother();
    },
    onLaunched: () => {
      saver.end();
      void client.invalidateQueries({ queryKey: openDrafts(app.key, kind.place).queryKey, exact: true });
    },
    onAnother,
  });
}
